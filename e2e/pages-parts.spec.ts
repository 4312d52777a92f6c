// The parts of the pages that do something: questions, plans on a phone, and the map.
import { expect, type Locator, type Page } from "@playwright/test";
import { awake } from "./site/page.ts";
import { part } from "./site/parts.ts";
import { CONTRACTS, SERVICE } from "./site/sections.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company } from "./site/words.ts";

const site = sharedSite();
const PHONE = { width: 390, height: 844 };

/** Places of the questions that are open. */
const openOnes = (items: Locator) =>
  items.evaluateAll((all) =>
    (all as HTMLDetailsElement[]).flatMap((one, place) => (one.open ? [place] : [])),
  );

test.describe("questions", () => {
  /** R31's demands on an accordion, operated by `press`. */
  async function expectOneAtATime(page: Page, press: (question: Locator) => Promise<void>) {
    const items = part(page, "questions").locator("details");
    const question = (place: number) => items.nth(place).locator("summary");
    const [already] = await openOnes(items);
    if (already !== undefined) await press(question(already));
    await expect.poll(() => openOnes(items), "selecting the open one closes it").toEqual([]);
    await press(question(1));
    await expect.poll(() => openOnes(items)).toEqual([1]);
    await expect(items.nth(1).locator("p").first()).toBeVisible();
    await press(question(3));
    await expect.poll(() => openOnes(items), "at most one is open").toEqual([3]);
    await expect(items.nth(1).locator("p").first()).toBeHidden();
    await press(question(3));
    await expect.poll(() => openOnes(items)).toEqual([]);
  }

  test("R31 at most one question is open, by click, the Enter key and the Space key", async ({
    page,
  }) => {
    await page.goto(site.at(CONTRACTS));
    await awake(page);
    const items = part(page, "questions").locator("details");
    expect((await openOnes(items)).length).toBeLessThanOrEqual(1);
    await expectOneAtATime(page, (question) => question.click());
    for (const key of ["Enter", "Space"])
      await expectOneAtATime(page, (question) => question.press(key));
  });

  test("R31 questions still work on a page that was reached by click", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await page.getByRole("banner").getByRole("link", { name: "Annual Contracts" }).click();
    await expect(page).toHaveURL(site.at(CONTRACTS));
    await expect(page.getByRole("table")).toBeAttached();
    await expectOneAtATime(page, (question) => question.click());
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("R31 at most one question is open without scripts too", async ({ page }) => {
      await page.goto(site.at(SERVICE.ac));
      await expectOneAtATime(page, (question) => question.click());
    });
  });
});

const card = (page: Page, id: string) => page.locator(`article#${id}`);
const choice = (page: Page, name: string) => page.getByRole("main").getByRole("radio", { name });

async function expectShown(page: Page, shown: string) {
  for (const id of ["basic", "premium", "elite"])
    await (id === shown
      ? expect(card(page, id), id).toBeVisible()
      : expect(card(page, id), id).toBeHidden());
}

test.describe("plans", () => {
  test("R21 R51 at 767 px tabs switch between the plans, Premium first", async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 900 });
    await page.goto(site.at(CONTRACTS));
    await awake(page);
    await expect(choice(page, "Premium")).toBeChecked();
    await expectShown(page, "premium");
    for (const name of ["Basic", "Elite", "Premium"]) {
      await page.getByRole("main").locator("label", { hasText: name }).click();
      await expect(choice(page, name)).toBeChecked();
      await expectShown(page, name.toLowerCase());
    }
  });

  test("R21 the tabs follow the arrow keys", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(site.at(CONTRACTS));
    await awake(page);
    await choice(page, "Premium").focus();
    await page.keyboard.press("ArrowRight");
    await expectShown(page, "elite");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expectShown(page, "basic");
  });

  test("R16 R20 the address of a plan opens at that plan on a phone", async ({ page }) => {
    await page.setViewportSize(PHONE);
    for (const id of ["basic", "premium", "elite"]) {
      await page.goto("about:blank");
      await page.goto(site.at(`/contracts#${id}`));
      await expect(page).toHaveURL(site.at(`${CONTRACTS}#${id}`));
      await awake(page);
      await expect(card(page, id).locator("h3")).toBeInViewport();
      await expect(card(page, id).getByRole("link")).toBeVisible();
    }
  });
});

test.describe("plans on a phone", () => {
  test("R16 R19 a package card on the home page leads to its plan, on a phone", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto(site.at("/"));
    await awake(page);
    await page.getByRole("main").locator("label", { hasText: "Elite" }).click();
    await page.locator('main a[href="/contracts#elite"]').click();
    await expect(page).toHaveURL(site.at(`${CONTRACTS}#elite`));
    await expect(card(page, "elite").locator("h3")).toBeInViewport();
    await expect(choice(page, "Elite")).toBeChecked();
    await expectShown(page, "elite");
  });

  test("R20 the comparison can be read on a phone: every column on the screen, no word cut", async ({
    page,
  }) => {
    await page.goto(site.at(CONTRACTS));
    await awake(page);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const cells = page.getByRole("table").locator("th, td");
      const outside = await cells.evaluateAll((all) =>
        all
          .filter((cell) => {
            const right = cell.getBoundingClientRect().right;
            const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            const line = document.createRange();
            while (words.nextNode()) {
              if (words.currentNode.parentElement?.closest(".sr")) continue;
              line.selectNodeContents(words.currentNode);
              if (line.getBoundingClientRect().right > right + 1) return true;
            }
            return right > innerWidth + 1;
          })
          .map((cell) => cell.textContent),
      );
      expect(outside, `at ${width} px`).toEqual([]);
    }
  });
});

test.describe("map", () => {
  /** Everything that is asked for outside the site; nothing of it is let out. */
  async function outsideRequests(page: Page): Promise<string[]> {
    const asked: string[] = [];
    await page.route(
      (url) => url.origin !== site.server.url,
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: "text/html", body: "<title>map</title>" });
      },
    );
    return asked;
  }

  test("R33 the live map is loaded only once the visitor asks for it", async ({ page }) => {
    const asked = await outsideRequests(page);
    await page.goto(site.at("/contact-us"));
    await awake(page);
    await page.waitForLoadState("networkidle");
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: /map/i }).click();
    const map = page.locator("main iframe");
    await expect(map).toBeVisible();
    await expect(map).toHaveAttribute("title", /map/i);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    for (const url of asked) {
      expect(url).toContain(
        encodeURIComponent(`${company.address.latitude},${company.address.longitude}`),
      );
    }
  });

  test("R33 R50 address and directions stand there before and after, for exactly this office", async ({
    page,
  }) => {
    await outsideRequests(page);
    await page.goto(site.at("/contact-us"));
    await awake(page);
    const directions = page.getByRole("main").getByRole("link", { name: /directions/i });
    const { building, street, district, city } = company.address;
    const expectDirections = async () => {
      const url = new URL((await directions.getAttribute("href"))!);
      for (const line of [building, street, district, city])
        expect(url.searchParams.get("query")).toContain(line);
    };
    await expectDirections();
    await page.getByRole("button", { name: /map/i }).click();
    await expect(page.locator("iframe")).toBeVisible();
    await expectDirections();
    await expect(page.locator("main address")).toBeVisible();
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("R33 without scripts the map is a link, and nothing is loaded from elsewhere", async ({
      page,
    }) => {
      const asked = await outsideRequests(page);
      await page.goto(site.at("/contact-us"));
      await expect(page.getByRole("main").getByRole("link", { name: /map/i })).toHaveAttribute(
        "href",
        /^https:\/\//,
      );
      expect(asked).toEqual([]);
    });
  });
});
