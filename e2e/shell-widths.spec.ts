// One visit on screens of many widths, a phone turned on its side among them: everything around a page stays in reach.
import { expect, type Page } from "@playwright/test";
import { sideways } from "./site/look.ts";
import { awake } from "./site/page.ts";
import { CONTRACTS } from "./site/sections.ts";
import { sharedSite, test } from "./site/serve.ts";
import { navigation, words } from "./site/words.ts";

const site = sharedSite();

const SCREENS = [
  [320, 640],
  [360, 800],
  [800, 360],
  [360, 800],
  [640, 360],
  [767, 800],
  [768, 1024],
  [1024, 768],
  [1023, 768],
  [1280, 800],
] as const;

type Box = { name: string; x: number; y: number; right: number; bottom: number };

/** The links and buttons of the emergency banner, the header and the corners that can be seen. */
const shellBoxes = (page: Page): Promise<Box[]> =>
  page
    .locator(".alert :is(a, button), header > * :is(a, button, summary), .floats a")
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((one) => !one.closest("dialog, [popover]"))
        .map((one) => {
          const { x, y, right, bottom } = one.getBoundingClientRect();
          return {
            name: (one.getAttribute("aria-label") ?? one.textContent)!,
            x,
            y,
            right,
            bottom,
          };
        }),
    );

/** Pairs that lie on each other by more than a hair. */
const overlaps = (boxes: Box[]) =>
  boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.x, b.x);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y);
      return wide > 1 && high > 1 ? [`${a.name} and ${b.name}`] : [];
    }),
  );

async function expectWholeMenu(page: Page) {
  const banner = page.getByRole("banner");
  for (const { label, to } of [...navigation.header, navigation.book])
    await expect(
      banner.getByRole(to ? "link" : "button", { name: label, exact: true }),
    ).toBeInViewport({ ratio: 1 });
}

/** Every entry can be brought into view, also where the menu is higher than the screen. */
async function expectFullScreenMenu(page: Page) {
  await page.getByRole("banner").getByLabel(words.labels.open_menu).click();
  const menu = page.getByRole("dialog", { name: words.menu.label });
  await expect(menu).toBeVisible();
  const entries = menu.locator("li > a, summary, li > button").filter({ visible: true });
  expect(await entries.count()).toBeGreaterThanOrEqual(navigation.header.length);
  for (const entry of [
    ...(await entries.all()),
    menu.getByRole("link", { name: navigation.book.label }),
  ]) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
}

/** Plans are tabs on a phone, and beside each other from there on (R21). */
async function expectPlans(page: Page, narrow: boolean) {
  const plans = page.getByRole("main").getByRole("radio");
  if ((await plans.count()) === 0) return;
  for (const tab of await plans.all())
    if (narrow) await expect(tab).toBeVisible();
    else await expect(tab).toBeHidden();
  const shown = page.locator("article.plan").filter({ visible: true });
  await expect(shown).toHaveCount(narrow ? 1 : 3);
}

for (const path of ["/", CONTRACTS])
  test(`R1 R3 R5 R7 R21 R51 on ${path}, banner, menu and corners stay in reach on every screen, turned or not`, async ({
    page,
  }) => {
    await page.goto(site.at(path));
    await awake(page);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await test.step(`${width} × ${height}`, async () => {
        expect(await sideways(page)).toEqual([]);
        const boxes = await shellBoxes(page);
        expect(overlaps(boxes)).toEqual([]);
        const outside = boxes.filter(({ x, right }) => x < -0.5 || right > width + 0.5);
        expect(outside).toEqual([]);
        await expectPlans(page, width < 768);
        if (width < 768) await expectFullScreenMenu(page);
        else await expectWholeMenu(page);
      });
    }
  });
