// Moving between the pages: by click without a new document, to anchors, back and forward, with only what is needed.
import { expect, type Page } from "@playwright/test";
import { sitePages } from "../scripts/shared/pages.mjs";
import { ask } from "./site/http.ts";
import { awake, complaints, expectAtTop, requestForm, scrollTo } from "./site/page.ts";
import { CONTRACTS, SERVICE } from "./site/sections.ts";
import { sharedSite, test } from "./site/serve.ts";
import { navigation, words } from "./site/words.ts";

const site = sharedSite();

/** Opens a page and marks its document, so that a new one can be told from it. */
async function openMarked(page: Page, path: string) {
  await page.goto(site.at(path));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

const sameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
const height = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Clicks a link to this address, wherever it stands, without moving the page first. */
const follow = (page: Page, path: string) =>
  page
    .locator(`a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click());

/** Title, description and canonical link, each as often as it stands there. */
function headOf(page: Page) {
  return page.evaluate(() => ({
    titles: [...document.querySelectorAll("head title")].map((one) => one.textContent),
    descriptions: [...document.querySelectorAll('meta[name="description"]')].map((one) =>
      one.getAttribute("content"),
    ),
    canonicals: [...document.querySelectorAll('link[rel="canonical"]')].map((one) =>
      one.getAttribute("href"),
    ),
    shown: document.title,
    h1: [...document.querySelectorAll("h1")].map((one) => one.textContent),
  }));
}

test("R10 R12 R13 every page that is reached by click has the head that the server sends for it", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const fresh = await browser.newPage({ javaScriptEnabled: false });
  await openMarked(page, "/");
  // The last click leads home again, which no page has come from before.
  for (const { path } of [...sitePages().pages.slice(1), sitePages().pages[0]!]) {
    await follow(page, path);
    await expect(page).toHaveURL(site.at(path));
    await fresh.goto(site.at(path));
    const sent = await headOf(fresh);
    await expect.poll(() => headOf(page), { message: path }).toEqual(sent);
    expect([sent.titles.length, sent.canonicals.length, sent.h1.length]).toEqual([1, 1, 1]);
    expect(await height(page), path).toBe(0);
  }
  expect(await sameDocument(page), "all of it in one document").toBe(true);
  expect(heard).toEqual([]);
  await fresh.close();
});

test("R5 R12 the dropdown leads to the first and to the last service page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openMarked(page, "/");
  for (const slug of [navigation.services[0], navigation.services.at(-1)]) {
    const banner = page.getByRole("banner");
    await banner.getByRole("button", { name: words.labels.services }).hover();
    await banner.locator(`nav a[href="/services/${slug}"]`).click();
    await expect(page).toHaveURL(site.at(`/services/${slug}`));
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(banner.locator(`nav a[href="/services/${slug}"]`), "it closes").toBeHidden();
    await page.mouse.move(640, 850);
  }
  expect(await sameDocument(page)).toBe(true);
});

test("R5 R12 the full-screen menu leads to a service page and is gone there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openMarked(page, "/");
  await page.getByRole("banner").getByLabel(words.labels.open_menu).click();
  const menu = page.getByRole("dialog");
  await menu.getByText(words.labels.services, { exact: true }).click();
  await menu.locator(`a[href="${SERVICE.ac}"]`).click();
  await expect(page).toHaveURL(site.at(SERVICE.ac));
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(await sameDocument(page)).toBe(true);
});

test("R9 a click opens the next page at its top; back and forward restore both positions", async ({
  page,
}) => {
  await openMarked(page, SERVICE.villa);
  await scrollTo(page, 2400);
  await follow(page, "/about-us");
  await expect(page).toHaveURL(site.at("/about-us"));
  await expect.poll(() => height(page)).toBe(0);
  await scrollTo(page, 700);
  await follow(page, "/terms");
  await expect.poll(() => height(page)).toBe(0);
  for (const [go, path, top] of [
    ["goBack", "/about-us", 700],
    ["goBack", SERVICE.villa, 2400],
    ["goForward", "/about-us", 700],
    ["goForward", "/terms", 0],
  ] as const) {
    await page[go]();
    await expect(page).toHaveURL(site.at(path));
    await expect.poll(async () => Math.abs((await height(page)) - top), path).toBeLessThan(5);
  }
  expect(await sameDocument(page)).toBe(true);
});

test("R8 R9 a link to an anchor of another page opens that page there", async ({ page }) => {
  await openMarked(page, SERVICE.carpentry);
  await scrollTo(page, 900);
  await page.getByRole("main").getByRole("link", { name: "Services", exact: true }).click();
  await expect(page).toHaveURL(site.at("/#services"));
  await expectAtTop(page, page.locator("#services"));
  expect(await sameDocument(page)).toBe(true);
});

test("R8 every link to a part of the same page goes there, and its address opens there", async ({
  page,
}) => {
  for (const [path, reducedMotion] of [
    [SERVICE.ac, "no-preference"],
    [SERVICE.villa, "reduce"],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await openMarked(page, path);
    const anchors = await page
      .locator("main nav a[href^='#']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
    expect(anchors.length, path).toBeGreaterThan(4);
    for (const anchor of anchors) {
      await follow(page, anchor);
      const target = page.locator(anchor);
      await expect
        .poll(async () => (await target.boundingBox())!.y, `${path}${anchor}`)
        .toBeLessThan(240);
      await expect(target.locator("h2").first(), "below header and links").toBeInViewport();
    }
    await page.goto("about:blank");
    await page.goto(site.at(path + anchors[2]));
    await awake(page);
    await expect(page.locator(`${anchors[2]} h2`).first()).toBeInViewport();
  }
});

test("R14 R22 each plan's button on the contracts page fills that wish into the form", async ({
  page,
}) => {
  await openMarked(page, CONTRACTS);
  for (const plan of ["basic", "premium", "elite"]) {
    await page.locator(`article#${plan} a[href="/booking?plan=${plan}"]`).click();
    await expect(page).toHaveURL(site.at(`/?plan=${plan}#contact`));
    await expect(requestForm(page).service).toHaveValue("Maintenance Contract");
    await expect(requestForm(page).message).toHaveValue(new RegExp(plan, "i"));
    await expect(requestForm(page).form).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL(site.at(CONTRACTS));
  }
  expect(await sameDocument(page)).toBe(true);
});

test("R14 R22 Request Urgent Service fills the urgent wish into the form", async ({ page }) => {
  await openMarked(page, CONTRACTS);
  await page
    .getByRole("main")
    .getByRole("link", { name: "Request Urgent Service" })
    .first()
    .click();
  await expect(requestForm(page).message).toHaveValue(/urgent/i);
  await expect(requestForm(page).form).toBeInViewport();
});

test("R14 /booking, /about and /contact lead home from a click on any page", async ({ page }) => {
  await openMarked(page, "/about-us");
  await follow(page, "/about#about");
  await expect(page).toHaveURL(site.at("/#about"));
  for (const path of ["/booking", "/contact"])
    expect((await ask(site.at(path))).headers.location, path).toMatch(/\/$/);
});

test("a click loads the next page's data and the code and styles that page needs, nothing twice", async ({
  page,
  browser,
}) => {
  const asked = async (target: Page, act: () => Promise<unknown>) => {
    const seen: { path: string; type: string }[] = [];
    const note = (request: { url(): string; resourceType(): string }) =>
      seen.push({ path: new URL(request.url()).pathname, type: request.resourceType() });
    target.on("request", note);
    await act();
    await target.waitForLoadState("networkidle");
    target.off("request", note);
    return seen;
  };
  const paths = (all: { path: string; type: string }[], types: string[]) =>
    all.filter(({ type }) => types.includes(type)).map(({ path }) => path);
  const CODE = ["script", "stylesheet"];
  const home = await asked(page, () => openMarked(page, "/"));
  const fresh = await browser.newPage();
  for (const path of [SERVICE.villa, "/privacy", CONTRACTS]) {
    const whole = await asked(fresh, () => fresh.goto(site.at(path)).then(() => awake(fresh)));
    const click = await asked(page, async () => {
      await follow(page, path);
      await expect(page).toHaveURL(site.at(path));
    });
    expect(paths(click, ["document"]), path).toEqual([]);
    expect(paths(click, ["fetch", "xhr"]), path).toEqual([`/_data${path}.json`]);
    const code = paths(click, CODE);
    expect(
      code.filter((one) => !paths(whole, CODE).includes(one)),
      "code of other pages",
    ).toEqual([]);
    expect(
      code.filter((one) => paths(home, CODE).includes(one)),
      "code it has",
    ).toEqual([]);
    expect(new Set(code).size).toBe(code.length);
    expect(paths(click, ["font"]), path).toEqual([]);
    const again = await asked(page, async () => {
      await page.goBack();
      await page.goForward();
      await expect(page).toHaveURL(site.at(path));
    });
    expect(paths(again, [...CODE, "fetch", "document"]), "known pages ask for nothing").toEqual([]);
    await page.goBack();
  }
  await fresh.close();
});

test("a page is fetched when the visitor points at its link, and not again by the click", async ({
  page,
}) => {
  const fetched: string[] = [];
  await openMarked(page, "/");
  await page.mouse.move(5, 890);
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") fetched.push(new URL(request.url()).pathname);
  });
  const link = page.getByRole("banner").getByRole("link", { name: "Annual Contracts" });
  await link.hover();
  await expect.poll(() => fetched).toEqual([`/_data${CONTRACTS}.json`]);
  await page.waitForLoadState("networkidle");
  await link.click();
  await expect(page).toHaveURL(site.at(CONTRACTS));
  await expect(page.getByRole("table")).toBeAttached();
  expect(fetched).toEqual([`/_data${CONTRACTS}.json`]);
  await page.getByRole("banner").getByRole("link", { name: "About Us" }).focus();
  await expect.poll(() => fetched.at(-1), "the keyboard points too").toBe("/_data/about-us.json");
});

test("a new page is announced to screen readers, and the keyboard goes on at its start", async ({
  page,
}) => {
  await openMarked(page, "/");
  const announcement = page.locator("body > [role=status]");
  await expect(announcement).toHaveText("");
  await follow(page, "/about-us");
  await expect(page).toHaveURL(site.at("/about-us"));
  // Both in one look: the title of a moment ago is no measure of what is said now.
  const says = async () => (await announcement.textContent()) === (await page.title());
  await expect(page).toHaveTitle(/About|people/i);
  await expect.poll(says).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(site.at("/"));
  await expect.poll(says, "back too").toBe(true);
});

test("where a page's data cannot be had, the click becomes an ordinary load", async ({ page }) => {
  await openMarked(page, "/");
  await page.route("**/_data/**", (route) => route.abort());
  await follow(page, SERVICE.ac);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/AC/);
  await expect(page).toHaveURL(site.at(SERVICE.ac));
  await expect.poll(() => sameDocument(page)).toBe(false);
});
