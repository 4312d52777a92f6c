// Every address: a page, a redirect that ends in one, or an honest 404; over HTTP and by click.
import { expect } from "@playwright/test";
import { COMING_PAGES } from "./site/coming-pages.ts";
import { ask, follow, pathOf } from "./site/http.ts";
import { awake, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = sharedSite();

const REDIRECTS: [rule: string, from: string, to: string][] = [
  ["R11", "/services", "/"],
  ["R11", "/services/no-such-service", "/"],
  ["R14", "/booking", "/"],
  ["R14", "/about", "/"],
  ["R14", "/contact", "/"],
  ["R14", "/booking?plan=basic", "/?plan=basic#contact"],
  ["R14", "/booking?plan=premium", "/?plan=premium#contact"],
  ["R14", "/booking?plan=elite", "/?plan=elite#contact"],
  ["R14", "/booking?emergency=true", "/?emergency=true#contact"],
  ["R16", "/contracts", "/annual-maintenance-contracts"],
  ["R16", "/blogs/", "/blogs"],
  ["R16", "/About-Us", "/about-us"],
  ["R16", "/SERVICES/Plumbing-Services-In-Dubai/", "/services/plumbing-services-in-dubai"],
];

for (const [rule, from, to] of REDIRECTS) {
  test(`${rule} ${from} is redirected to ${to}`, async () => {
    test.skip(
      from.toLowerCase().replace(/\/$/, "") === to && COMING_PAGES.includes(to),
      "its page is still to come",
    );
    const answer = await ask(site.at(from));
    expect([301, 302, 303, 307, 308]).toContain(answer.status);
    expect(pathOf(new URL(answer.headers.location!, site.at("/")).href)).toBe(to);
    const stops = await follow(site.at(from));
    expect(stops).toHaveLength(2);
  });
}

test("R16 a trailing slash or capitals lead to the canonical address, with the query", async () => {
  const ends: [from: string, to: string][] = [
    ["/Services/", "/"],
    ["/CONTRACTS", "/annual-maintenance-contracts"],
    ["/contracts/", "/annual-maintenance-contracts"],
    ["/Booking/?plan=basic", "/?plan=basic#contact"],
    ["/About/", "/"],
  ];
  for (const [from, to] of ends)
    expect((await follow(site.at(from))).at(-1)!.address, from).toBe(to);
});

test("R11 the home page answers 200", async () => {
  const answer = await ask(site.at("/"));
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/html/);
});

test("R15 anything else is the not-found page with status 404", async () => {
  for (const path of [
    "/no-such-page",
    "/blog",
    "/index.php",
    "/services/a/b",
    "/%00",
    "/..%2f..%2fetc/passwd",
    "/assets/none.js",
    "/%E0%A4%A",
  ]) {
    const answer = await ask(site.at(path));
    expect([400, 404], path).toContain(answer.status);
    if (!path.includes("%") && !path.startsWith("/assets"))
      expect(answer.text, path).toContain("Page Not Found");
  }
});

test("R16 no link on the home page is dead", async ({ page }) => {
  await page.goto(site.at("/"));
  const addresses = await page
    .locator("a[href]")
    .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).href))]);
  const own = addresses.filter((address) => address.startsWith(site.at("/")));
  expect(own.length).toBeGreaterThan(15);
  for (const address of own) {
    const last = (await follow(address)).at(-1)!;
    const coming = COMING_PAGES.includes(last.address.split("#")[0]!);
    expect(last.status, `${address} ends at ${last.address}`).toBe(coming ? 404 : 200);
    const { pathname, hash } = new URL(address);
    // #top needs no element: it is the top of every document.
    if (pathname === "/" && hash && hash !== "#top")
      await expect(page.locator(hash), address).toHaveCount(1);
  }
});

test("pages that are still to come are really missing, so that the list of them shrinks", async () => {
  for (const path of COMING_PAGES)
    expect((await ask(site.at(path))).status, `${path}: take it off e2e/site/coming-pages.ts`).toBe(
      404,
    );
});

test("R16 the package cards’ anchors survive the redirect", async ({ page }) => {
  await page.goto(site.at("/contracts#elite"));
  await expect(page).toHaveURL(site.at("/annual-maintenance-contracts#elite"));
});

for (const plan of ["basic", "premium", "elite"] as const) {
  test(`R14 who opens /booking?plan=${plan} finds that wish in the form`, async ({ page }) => {
    await page.goto(site.at(`/booking?plan=${plan}`));
    await awake(page);
    const { service, message, name } = requestForm(page);
    await expect(service).toHaveValue("Maintenance Contract");
    await expect(message).toHaveValue(new RegExp(plan, "i"));
    await expect(name).toHaveValue("");
    await expect(service).toBeInViewport();
  });
}

test("R14 who clicks Book Online finds the urgent wish in the form, without a new document", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page
    .getByRole("complementary", { name: words.banner.label })
    .getByRole("link", { name: "Book Online" })
    .click();
  await expect(requestForm(page).message).toHaveValue(/urgent/i);
  await expect(requestForm(page).form).toBeInViewport();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(
    await page.evaluate(() => "sameDocument" in window),
    "a redirect by click happens in the browser",
  ).toBe(true);
});

test("R14 a wish never overwrites what the visitor typed", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { message, service } = requestForm(page);
  await message.fill("The oven sparks.");
  await service.selectOption("Electrical Services");
  await page
    .getByRole("complementary", { name: words.banner.label })
    .getByRole("link", { name: "Book Online" })
    .click();
  await expect(page).toHaveURL(/emergency=true/);
  await expect(message).toHaveValue("The oven sparks.");
  await page.goto(site.at("/booking?plan=elite"));
  await awake(page);
  await expect(message).toHaveValue("The oven sparks.");
  await expect(service).toHaveValue("Electrical Services");
});

test("R14 an unknown wish changes nothing", async ({ page }) => {
  for (const path of [
    "/booking?plan=platinum",
    "/booking?plan=%3Cscript%3E",
    "/?plan=toString",
    "/?emergency=no",
  ]) {
    const response = await page.goto(site.at(path));
    expect(response!.status()).toBe(200);
    await awake(page);
    await expect(requestForm(page).message, path).toHaveValue("");
    await expect(requestForm(page).service, path).toHaveValue("");
  }
});

test("R15 redirects are followed in the browser for a click", async ({ page }) => {
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL(site.at("/"));
  await expect(page.locator("#contact")).toBeAttached();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("R14 without scripts a wish is in the form too", async ({ page }) => {
    await page.goto(site.at("/booking?plan=premium"));
    await expect(page).toHaveURL(site.at("/?plan=premium#contact"));
    await expect(requestForm(page).service).toHaveValue("Maintenance Contract");
    await expect(requestForm(page).message).toHaveValue(/premium/i);
    await page.goto(site.at("/booking?emergency=true"));
    await expect(requestForm(page).message).toHaveValue(/urgent/i);
  });
});
