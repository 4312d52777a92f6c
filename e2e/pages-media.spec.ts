// The pages on paper, in forced colours, with less motion, at 200 % zoom and with doubled letters.
import { expect, type Page } from "@playwright/test";
import { sitePages } from "../scripts/pages.mjs";
import { lookAtAll } from "./site/axe.ts";
import { awake, scrollTo } from "./site/page.ts";
import { part, SERVICE } from "./site/parts.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const { pages } = sitePages();
const CONTRACTS = "/annual-maintenance-contracts";

async function open(page: Page, path: string) {
  await page.goto(site.at(path));
  await awake(page);
}

/** Switches to paper, and waits for what fades from one to the other. */
async function toPaper(page: Page) {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("paper shows the answers to all questions, and no header, banner or floating button", async ({
  page,
}) => {
  for (const path of [SERVICE.ac, CONTRACTS]) {
    await open(page, path);
    await toPaper(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const floating = page.locator('a[href^="https://wa.me/"]').last();
    for (const gone of [page.locator("body > header, header").first(), floating])
      await expect(gone).toBeHidden();
    const answers = part(page, "questions").locator("details > p");
    expect(await answers.count()).toBeGreaterThan(3);
    const unreadable = () =>
      answers.evaluateAll((all) =>
        all
          .filter((one) => {
            const { height, bottom } = one.getBoundingClientRect();
            const clipped = one.parentElement!.getBoundingClientRect().bottom < bottom - 1;
            return height < 10 || clipped || !one.checkVisibility({ contentVisibilityAuto: true });
          })
          .map((one) => one.textContent),
      );
    // Polled: unlike a printer, the browser's screen takes the step to paper with its transitions.
    await expect.poll(unreadable, { message: path }).toEqual([]);
    await page.emulateMedia({ media: "screen" });
  }
});

test("paper shows all three plans with their prices, and the table, also from a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, CONTRACTS);
  await toPaper(page);
  for (const [id, price] of [
    ["basic", "1,999"],
    ["premium", "3,499"],
    ["elite", "5,999"],
  ]) {
    const card = page.locator(`article#${id}`);
    await expect(card).toBeVisible();
    await expect(card.getByText(price!)).toBeVisible();
    await expect(card.locator("li").last()).toBeVisible();
  }
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("main").getByRole("radio", { name: "Premium" })).toBeHidden();
});

test("paper has dark words on it, whatever ground they stand on at the screen", async ({
  page,
}) => {
  for (const { path } of pages) {
    await open(page, path);
    await toPaper(page);
    const light = await page
      .locator("main :is(h1, h2, h3, p, li, a, td, th, dd, dt, label), footer :is(p, a, li)")
      .evaluateAll((all) => {
        const canvas = document.createElement("canvas").getContext("2d")!;
        const luminance = (colour: string) => {
          canvas.fillStyle = "#fff";
          canvas.fillRect(0, 0, 1, 1);
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
          return (0.2126 * r! + 0.7152 * g! + 0.0722 * b!) / 255;
        };
        return all
          .filter((one) => one.checkVisibility() && one.textContent?.trim())
          .filter((one) => luminance(getComputedStyle(one).color) > 0.6)
          .map((one) => one.outerHTML.slice(0, 80));
      });
    expect(light, path).toEqual([]);
    await page.emulateMedia({ media: "screen" });
  }
});

test("in forced colours the chosen plan, the focus and the buttons can still be told apart", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, CONTRACTS);
  const looks = await page.locator("main fieldset label").evaluateAll((all) =>
    all.map((label) => {
      const { color, backgroundColor, borderColor, borderStyle, outlineStyle, textDecorationLine } =
        getComputedStyle(label);
      return [
        color,
        backgroundColor,
        borderColor,
        borderStyle,
        outlineStyle,
        textDecorationLine,
      ].join();
    }),
  );
  expect(looks).toHaveLength(3);
  expect(looks[1], "Premium is chosen").not.toBe(looks[0]);
  expect(looks[0]).toBe(looks[2]);
  const buttons = page.locator("main article a:visible, main .btn:visible");
  const bare = await buttons.evaluateAll((all) =>
    all
      .filter((one) => {
        const { borderStyle, borderWidth, textDecorationLine, outlineStyle } =
          getComputedStyle(one);
        const bordered = borderStyle !== "none" && borderWidth !== "0px";
        return !bordered && textDecorationLine === "none" && outlineStyle === "none";
      })
      .map((one) => one.outerHTML.slice(0, 90)),
  );
  expect(bare).toEqual([]);
  const question = part(page, "questions").locator("summary").nth(1);
  await question.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  expect(await question.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe("none");
});

test.describe("for people who asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("R8 nothing moves by itself, and links to parts of a page jump there in one step", async ({
    page,
  }) => {
    for (const path of ["/", SERVICE.ac, CONTRACTS]) {
      await open(page, path);
      await lookAtAll(page);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => {
            const { duration } = effect!.getComputedTiming();
            const changed = (effect as KeyframeEffect).getKeyframes().flatMap(Object.keys);
            // A colour may fade; what must not is a thing's place and size.
            const moves = changed.some((name) =>
              /transform|translate|scale|rotate|inset|top|left|size|width|height|margin/i.test(
                name,
              ),
            );
            return playState === "running" && Number(duration) > 1 && moves;
          })
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
      );
      expect(moving, path).toEqual([]);
    }
    await open(page, SERVICE.ac);
    await page.evaluate(() => {
      const tops: number[] = [];
      const look = () => {
        if (tops.at(-1) !== scrollY) tops.push(scrollY);
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { tops });
    });
    await page.locator("main nav a[href='#parts']").first().click();
    await expect(page.locator("#parts h2")).toBeInViewport();
    await page.waitForTimeout(400);
    expect(
      (await page.evaluate(() => (window as any).tops as number[])).length,
    ).toBeLessThanOrEqual(3);
  });
});

test.describe("at 200 % zoom on a screen of 1280 by 900", () => {
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });

  for (const { path } of pages) {
    test(`${path} fits, its heading comes into view, and what sticks leaves most of the screen to the page`, async ({
      page,
    }) => {
      await open(page, path);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
      await scrollTo(page, 600);
      const covered = await page.evaluate(() => {
        let rows = 0;
        for (let y = 2; y < innerHeight; y += 5) {
          const at = document.elementFromPoint(innerWidth / 2, y);
          for (let one = at; one; one = one.parentElement)
            if (/fixed|sticky/.test(getComputedStyle(one).position) && !one.closest(".faq-side")) {
              rows += 1;
              break;
            }
        }
        return (rows * 5) / innerHeight;
      });
      expect(covered).toBeLessThan(0.45);
    });
  }
});

test("with letters twice as large, as a browser can be set, nothing is cut off sideways on any page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const browserSettings = await page.context().newCDPSession(page);
  await browserSettings.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const { path } of pages) {
    await open(page, path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      "32px",
    );
    expect(await sideways(page), path).toBeLessThanOrEqual(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  }
});
