// The home page: its sections in order, its facts, and where it leads.
import { expect, type Locator } from "@playwright/test";
import { filled } from "./site/facts.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, home, section } from "./site/words.ts";

const site = sharedSite();
const heading = (text: string) => text.replace("{company.since}", String(company.since));

test("R17 the home page has its sections in order", async ({ page }) => {
  await page.goto(site.at("/"));
  const main = page.getByRole("main");
  const named = (kind: string) =>
    main.locator("section").filter({
      has: page.getByRole("heading", { name: heading(section(kind).heading), exact: true }),
    });
  const sections: [string, Locator][] = [
    ["hero", main.locator("section").filter({ has: page.getByRole("heading", { level: 1 }) })],
    ["services grid", main.locator("#services")],
    ["emergency banner", named("emergency")],
    ["three contract packages", named("plan-cards")],
    ["About Us", named("story")],
    ["how to book", named("steps")],
    ["testimonials", named("testimonials")],
    ["quick request form", main.locator("#contact")],
    ["brand logos", named("brands").or(main.locator("section").last())],
  ];
  let above = -1;
  for (const [name, one] of sections) {
    await expect(one.first(), name).toBeVisible();
    const top = await one
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + scrollY);
    expect(top, `${name} stands below what comes before it`).toBeGreaterThan(above);
    above = top;
  }
});

test("a person in need finds call, chat and the form’s button without scrolling on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.at("/"));
  const hero = page.getByRole("main").locator("section").first();
  for (const name of [filled(section("hero").call), section("hero").chat, "Book a Service"]) {
    await expect(hero.getByRole("link", { name }).first(), name).toBeInViewport();
  }
  expect(home.sections[0].kind).toBe("hero");
});
