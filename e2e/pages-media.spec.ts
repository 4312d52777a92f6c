// The pages on paper, in forced colours and with less motion. Zoom and large letters are part of the walk.
import { expect, type Page } from "@playwright/test";
import { lookAtAll } from "./site/axe.ts";
import { toPaper } from "./site/look.ts";
import { awake, settled } from "./site/page.ts";
import { part } from "./site/parts.ts";
import { CONTRACTS, SERVICE } from "./site/sections.ts";
import { blogSite, sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const blog = blogSite();

async function open(page: Page, path: string) {
  await page.goto(site.at(path));
  await awake(page);
}

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

test("a post on paper is its text, without menus, buttons and what stands beside it", async ({
  page,
}) => {
  await page.goto(blog.at("/blogs/everything"));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".prose h2").first()).toBeVisible();
  for (const part of [".article__aside", ".header", ".floats", ".crumbs"])
    await expect(page.locator(part).first(), part).toBeHidden();
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
    for (const path of ["/", CONTRACTS, SERVICE.ac]) {
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
    await settled(page);
    expect(
      (await page.evaluate(() => (window as any).tops as number[])).length,
    ).toBeLessThanOrEqual(3);
  });
});
