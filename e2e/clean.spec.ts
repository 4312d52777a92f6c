// Nothing to complain about: console, hydration, accessibility, sideways scrolling, keyboard.
import { expect } from "@playwright/test";
import { axeFindings, lookAtAll } from "./site/axe.ts";
import { ask } from "./site/http.ts";
import { tabThrough } from "./site/keyboard.ts";
import { awake, complaints, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { slowLine } from "./site/slow-line.ts";
import { words } from "./site/words.ts";

const site = sharedSite();
const WIDTHS = [390, 768, 1440];
const PAGES = ["/", "/?plan=premium", "/no-such-page"];

for (const width of WIDTHS) {
  for (const path of PAGES) {
    test(`${path} at ${width} px: no console error or warning, no hydration mismatch, every picture there`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const heard = complaints(page);
      await page.goto(site.at(path));
      await awake(page);
      await lookAtAll(page);
      await page.waitForLoadState("networkidle");
      const broken = await page
        .locator("img")
        .evaluateAll((all) =>
          (all as HTMLImageElement[])
            .filter((img) => img.complete && img.naturalWidth === 0)
            .map((img) => img.src),
        );
      expect(broken).toEqual([]);
      expect(heard.filter((line) => !(path === "/no-such-page" && line.includes("404")))).toEqual(
        [],
      );
    });
  }
}

test("React keeps the very elements that the server sent", async ({ page }) => {
  // A mismatch that React repairs by drawing anew replaces them, whether or not it says so.
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      Object.assign(window, {
        sent: ["header", "main", "h1", "form", "footer"].map((name) =>
          document.querySelector(name),
        ),
      });
    });
  });
  await page.goto(site.at("/"));
  await awake(page);
  const kept = await page.evaluate(() =>
    (window as any).sent.map((element: Element | null) => element?.isConnected === true),
  );
  expect(kept).toEqual([true, true, true, true, true]);
});

test("a document that arrives slowly is taken over without a mismatch, and its form works", async ({
  page,
}) => {
  const line = await slowLine(site.server.port, 2000, 60);
  try {
    const heard = complaints(page);
    await page.goto(`${line.url}/`, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await awake(page);
    await expect(requestForm(page).button).toBeVisible();
    await page.waitForLoadState("load");
    expect(heard).toEqual([]);
  } finally {
    await line.close();
  }
});

test("iOS is told not to turn numbers, dates and addresses into links of its own", async () => {
  const { text } = await ask(site.at("/"));
  const said = /<meta name="format-detection" content="([^"]+)"/.exec(text)?.[1] ?? "";
  for (const kind of ["telephone", "date", "address", "email"])
    expect(said).toContain(`${kind}=no`);
});

test("a browser that rewrites phone numbers in the text all the same keeps a working page", async ({
  page,
}) => {
  // What iOS does to a document before scripts run, had the meta element not forbidden it.
  await page.route(site.at("/"), async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace("</p>", ' <a href="tel:+1">+1</a></p>');
    await route.fulfill({ response: answer, body: html });
  });
  await page.goto(site.at("/"));
  await awake(page);
  await expect(requestForm(page).button).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const width of WIDTHS) {
  for (const path of ["/", "/no-such-page"]) {
    test(`axe finds nothing at all on ${path} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(site.at(path));
      await awake(page);
      await lookAtAll(page);
      expect(await axeFindings(page)).toEqual([]);
    });
  }
}

test("axe finds nothing in the open menu, the open dropdown and the form’s messages", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(site.at("/"));
  await awake(page);
  await page.getByRole("banner").getByRole("button", { name: words.labels.services }).hover();
  expect(await axeFindings(page), "dropdown").toEqual([]);
  const fields = requestForm(page);
  await fields.name.fill(" ");
  await fields.phone.fill(" ");
  await fields.service.selectOption("Plumbing Services");
  await fields.button.click();
  await expect(fields.alert).toBeVisible();
  expect(await axeFindings(page), "missing fields").toEqual([]);
  await fields.name.fill("Axe Ali");
  await fields.phone.fill("1");
  await page.route("**/sendMail.php", (route) => route.abort());
  await fields.button.click();
  await expect(fields.form.locator('a[href*="wa.me"]')).toBeVisible();
  expect(await axeFindings(page), "failure").toEqual([]);
  await page.unroute("**/sendMail.php");
  await fields.button.click();
  await expect(fields.status).toBeVisible();
  expect(await axeFindings(page), "success").toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("banner").getByLabel(words.labels.open_menu).click();
  expect(await axeFindings(page), "full-screen menu").toEqual([]);
});

for (const width of [320, 360, 390, 768, 1024, 1280, 1440, 1920]) {
  test(`nothing scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/", "/no-such-page"]) {
      await page.goto(site.at(path));
      await awake(page);
      await lookAtAll(page);
      const [content, screen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(content, path).toBeLessThanOrEqual(screen!);
    }
  });
}

test("the keyboard reaches every link, button and field, in view and with a visible focus", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(site.at("/"));
  await awake(page);
  expect(await tabThrough(page)).toEqual({ missed: [], unseen: [], trapped: null });
});

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto(site.at("/"));
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: words.labels.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});
