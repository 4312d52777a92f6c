// The home page: its sections in order, its facts, and where it leads.
import { expect, type Locator } from "@playwright/test";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled, home, navigation, section, testimonials } from "./site/words.ts";

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

test("R17 the services grid leads to all seven services", async ({ page }) => {
  await page.goto(site.at("/"));
  const links = page.locator('#services a[href^="/services/"]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(addresses)).toEqual(
    new Set(navigation.services.map((slug: string) => `/services/${slug}`)),
  );
});

test("R17 the emergency banner calls, at any hour", async ({ page }) => {
  await page.goto(site.at("/"));
  const emergency = page
    .getByRole("main")
    .locator("section")
    .filter({ hasText: heading(section("emergency").heading) });
  await expect(emergency.locator(`a[href="${dialled(company.phone)}"]`).first()).toBeVisible();
});

test("R17 R19 three package cards lead to their anchors with their prices", async ({ page }) => {
  await page.goto(site.at("/"));
  const plans = [
    ["Basic", "1,999", "/contracts#basic"],
    ["Premium", "3,499", "/contracts#premium"],
    ["Elite", "5,999", "/contracts#elite"],
  ];
  for (const [name, price, address] of plans) {
    const card = page
      .locator("main article, main li")
      .filter({ has: page.locator(`a[href="${address}"]`) })
      .last();
    await expect(card, name).toContainText(name!);
    await expect(card, name).toContainText(price!);
    await expect(card).toContainText("AED");
  }
});

test("R17 About Us says since 2005, booking has three steps", async ({ page }) => {
  await page.goto(site.at("/"));
  await expect(
    page
      .getByRole("main")
      .locator("section")
      .filter({ hasText: /since 2005/i })
      .filter({ hasText: /about us/i }),
  ).not.toHaveCount(0);
  const steps = page.getByRole("main").locator("ol > li");
  await expect(steps).toHaveCount(3);
  for (const [at, words] of [/pick a service/i, /select a time/i, /confirm and pay/i].entries())
    await expect(steps.nth(at)).toContainText(words);
});

test("R17 four testimonials with ratings 5, 5, 5 and 4", async ({ page }) => {
  await page.goto(site.at("/"));
  const quotes = page.locator("main blockquote");
  await expect(quotes).toHaveCount(4);
  const slips = page
    .locator("main :is(figure, article, li)")
    .filter({ has: page.locator("blockquote") });
  const ratings = await slips
    .locator('[role=img][aria-label*="out of 5"]')
    .evaluateAll((stars) =>
      stars.map((star) => Number.parseInt(star.getAttribute("aria-label")!, 10)),
    );
  expect(ratings).toEqual([5, 5, 5, 4]);
  for (const { author, quote } of testimonials) {
    await expect(page.locator("main")).toContainText(author);
    await expect(page.locator("main")).toContainText(quote);
  }
});

test("R19 the hero books a service and shows the contracts", async ({ page }) => {
  await page.goto(site.at("/"));
  const hero = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(hero.getByRole("link", { name: "Book a Service" })).toHaveAttribute(
    "href",
    /^\/?#contact$/,
  );
  await expect(hero.getByRole("link", { name: "View Maintenance Contracts" })).toHaveAttribute(
    "href",
    "/contracts",
  );
});

test("a person in need finds call, chat and the form’s button without scrolling on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.at("/"));
  const hero = page.getByRole("main").locator("section").first();
  for (const name of [section("hero").call, section("hero").chat, "Book a Service"]) {
    await expect(hero.getByRole("link", { name }).first(), name).toBeInViewport();
  }
  expect(home.sections[0].kind).toBe("hero");
});
