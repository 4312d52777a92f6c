// The footer, the floating buttons, and what every page says of itself in its head.
import { expect } from "@playwright/test";
import { ask } from "./site/http.ts";
import { awake, scrollTo } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { chatAddress, company, dialled, navigation, words } from "./site/words.ts";

const site = sharedSite();
const yearInDubai = () =>
  new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Dubai" }).format(new Date());

test("R6 the footer leads to the company’s pages, five services, privacy and terms", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  const links = await page
    .getByRole("contentinfo")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const address of [
    "/",
    "/annual-maintenance-contracts",
    "/about",
    "/blogs",
    "/privacy",
    "/terms",
  ]) {
    expect(links, address).toContain(address);
  }
  expect(links.filter((address) => address.startsWith("/services/"))).toEqual(
    navigation.footer_services.map((slug: string) => `/services/${slug}`),
  );
  expect(navigation.footer_services).toHaveLength(5);
});

test("R6 a social link is shown only where the company has an address there", async ({ page }) => {
  await page.goto(site.at("/"));
  const known = company.socials.filter(({ url }) => url);
  await expect(
    page
      .getByRole("contentinfo")
      .locator(
        'a[href^="https://www.instagram"], a[href^="https://www.facebook"], a[aria-label=Instagram], a[aria-label=Facebook]',
      ),
  ).toHaveCount(known.length);
  await expect(page.locator('a[href=""], a[href="#"], a:not([href])')).toHaveCount(0);
});

test("R6 the footer shows the current year in Dubai", async ({ page }) => {
  await page.goto(site.at("/"));
  await expect(page.getByRole("contentinfo")).toContainText(`© ${yearInDubai()} ${company.name}`);
});

for (const path of ["/", "/no-such-page"]) {
  test(`R7 on ${path} a call button floats bottom-left and a chat button bottom-right`, async ({
    page,
  }) => {
    await page.goto(site.at(path));
    await awake(page);
    if (path === "/") await scrollTo(page, 1600);
    const floating = page.getByRole("complementary", { name: words.labels.reach_us });
    const [call, chat] = [
      floating.locator(`a[href="${dialled(company.phone)}"]`),
      floating.locator(`a[href="${chatAddress(company.chat)}"]`),
    ];
    for (const button of [call, chat]) await expect(button).toBeInViewport();
    const { width, height } = page.viewportSize()!;
    const [left, right] = [(await call.boundingBox())!, (await chat.boundingBox())!];
    expect(left.x).toBeLessThan(width / 4);
    expect(right.x + right.width).toBeGreaterThan((width * 3) / 4);
    for (const box of [left, right]) expect(box.y + box.height).toBeGreaterThan(height - 120);
  });
}

test("R7 on a phone the floating buttons cover neither each other nor the form’s button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(site.at("/"));
  await awake(page);
  await scrollTo(page, 1600);
  const floating = page
    .getByRole("complementary", { name: words.labels.reach_us })
    .getByRole("link");
  const [a, b] = [(await floating.nth(0).boundingBox())!, (await floating.nth(1).boundingBox())!];
  expect(a.x + a.width).toBeLessThanOrEqual(b.x);
  for (const box of [a, b]) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
});

test("R10 the HTML the server sends has one title, one description and the canonical address", async () => {
  const { text } = await ask(site.at("/"));
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value);
  const [titles, descriptions, canonicals] = [
    found(/<title>([^<]+)<\/title>/g),
    found(/<meta name="description" content="([^"]+)"/g),
    found(/<link rel="canonical" href="([^"]+)"/g),
  ];
  for (const found of [titles, descriptions, canonicals]) expect(found).toHaveLength(1);
  expect(titles[0]!.length).toBeLessThanOrEqual(60);
  expect(descriptions[0]!.length).toBeLessThanOrEqual(155);
  expect(new URL(canonicals[0]!).pathname).toBe("/");
});

test("R10 the not-found page has a title of its own and is kept from search engines", async () => {
  const { text } = await ask(site.at("/no-such-page"));
  expect(text.match(/<title>/g)).toHaveLength(1);
  expect(text).toContain("<title>Page Not Found");
  expect(text).toMatch(/<meta name="robots" content="noindex/);
  expect(text).not.toContain('rel="canonical"');
});

test("R10 title, description and canonical change with each click inside the site", async ({
  page,
}) => {
  const head = () =>
    page.evaluate(() => ({
      titles: [...document.querySelectorAll("title")]
        .filter((title) => !title.closest("svg"))
        .map((title) => title.textContent),
      descriptions: [...document.querySelectorAll("meta[name=description]")].map((meta) =>
        meta.getAttribute("content"),
      ),
      canonicals: [...document.querySelectorAll("link[rel=canonical]")].map(
        (link) => new URL((link as HTMLLinkElement).href).pathname,
      ),
    }));
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  const lost = await head();
  await page.getByRole("link", { name: words.not_found.back.label }).click();
  await expect(page).toHaveURL(site.at("/"));
  await expect.poll(async () => (await head()).canonicals).toEqual(["/"]);
  const home = await head();
  expect(home.titles).toHaveLength(1);
  expect(home.descriptions).toHaveLength(1);
  expect(home.titles).not.toEqual(lost.titles);
  expect(home.descriptions).not.toEqual(lost.descriptions);
});
