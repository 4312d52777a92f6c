// One visit to a page that answers many questions: on a phone, on a desk, and (on the phone) without scripts.
import { type Browser, expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { tabThrough } from "./keyboard.ts";
import {
  brokenPictures,
  covered,
  cutOff,
  floatingLinks,
  hidden,
  layoutShifts,
  lightOnPaper,
  openAnswers,
  sideways,
  splitFigures,
  toPaper,
} from "./look.ts";
import { scrollTo } from "./page.ts";
import { faultsOf } from "./quiet.ts";
import { PHONE } from "./sizes.ts";
import { chatLinkOn, company, dialled, words } from "./words.ts";

export type Visit = {
  path: string;
  size: { width: number; height: number };
  /** Whether the Tab key walks through it. */
  keyboard: boolean;
};

/** A page that is not found says so in the console, and nothing else. */
const expected = (line: string) => /\b404\b/.test(line);

/** Console, hydration, pictures, axe and keyboard, at the width of the visit. */
export async function expectClean(page: Page, url: string, { path, size, keyboard }: Visit) {
  await page.setViewportSize(size);
  const { said, lost } = await faultsOf(page, url);
  expect.soft(/no-such/.test(path) ? said.filter((line) => !expected(line)) : said).toEqual([]);
  expect.soft(lost, "elements that React replaced").toBe(0);
  expect.soft(await layoutShifts(page), "what jumped").toEqual([]);
  expect.soft(await brokenPictures(page), "broken pictures").toEqual([]);
  expect.soft(await axeFindings(page), "axe").toEqual([]);
  if (keyboard)
    expect.soft(await tabThrough(page)).toEqual({ missed: [], unseen: [], trapped: null });
}

/** Nothing sticks out at any of these widths. */
export async function expectNothingSticksOut(page: Page, widths: number[], height = 800) {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    expect.soft(await sideways(page), `sideways at ${width} px`).toEqual([]);
    expect.soft(await splitFigures(page), `figures at ${width} px`).toEqual([]);
  }
}

/** Down to the narrowest phone no word is cut off, and no price or telephone number is split. */
export async function expectFitsPhones(page: Page) {
  await openAnswers(page);
  await expectNothingSticksOut(page, [430, 390, 360, 320], PHONE.height);
  expect.soft(await cutOff(page), "cut off at 320 px").toEqual([]);
}

/** At 200 % zoom (half of 1280 by 900) the heading comes into view, and what sticks leaves room for the page. */
export async function expectFitsZoomed(page: Page) {
  await scrollTo(page, 0);
  await page.setViewportSize({ width: 640, height: 450 });
  expect.soft(await sideways(page), "sideways at 200 % zoom").toEqual([]);
  await expect.soft(page.getByRole("heading", { level: 1 })).toBeInViewport();
  const top = await page.evaluate(() =>
    Math.min(600, document.documentElement.scrollHeight - innerHeight),
  );
  await scrollTo(page, top);
  expect.soft(await covered(page), "part of the screen that is covered").toBeLessThan(0.45);
}

/** Sizes of letters that a browser is set to, and widths of a screen, at which nothing may be cut off sideways. */
const LARGE_LETTERS = [
  { size: 32, width: 1440 },
  { size: 20, width: 320 },
  { size: 32, width: 320 },
];

/** With large letters, as a browser can be set to, nothing is cut off sideways. */
export async function expectFitsLargeLetters(page: Page, { width, height }: Visit["size"]) {
  const settings = await page.context().newCDPSession(page);
  const fontSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const set = async (standard: number) => {
    await settings.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
    await expect.poll(fontSize).toBe(`${standard}px`);
  };
  for (const { size, width } of LARGE_LETTERS) {
    await page.setViewportSize({ width, height });
    await scrollTo(page, 0);
    await set(size);
    const message = `sideways at ${width} px with ${size} px`;
    await expect
      .configure({ soft: true })
      .poll(() => sideways(page), { message })
      .toEqual([]);
  }
  await page.setViewportSize({ width, height });
  await expect.soft(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await set(16);
  await settings.detach();
}

/** Paper has dark words on it, whatever their ground is on the screen. */
export async function expectDarkOnPaper(page: Page) {
  await toPaper(page);
  expect.soft(await lightOnPaper(page), "light words on paper").toEqual([]);
  await page.emulateMedia({ media: "screen" });
}

/** The same page without scripts: all of it can be read, and the same words are hidden as in `alive`. */
export async function expectReadableWithoutScripts(browser: Browser, alive: Page, url: string) {
  const hiddenWithScripts = await hidden(alive);
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.locator("noscript > :not(link)")).toHaveCount(0);
  expect.soft(await sideways(page), "sideways without scripts").toEqual([]);
  for (const section of await page.locator("main section").all())
    await expect.soft(section).toBeVisible();
  expect.soft(await hidden(page), "hidden, as with scripts").toEqual(hiddenWithScripts);
  const call = page.locator(`a[href="${dialled(company.phone)}"]:visible`);
  expect.soft(await call.count(), "links that call").toBeGreaterThan(0);
  return page;
}

/** The company's number, ready to be tapped, stands at the top of a phone. */
export async function expectNumber(page: Page) {
  const numbers = page.getByRole("main").locator(`a[href="${dialled(company.phone)}"]`);
  await expect.soft(numbers.filter({ hasText: company.phone }).first()).toBeInViewport();
}

/** Parts of every page: banner, header, footer with the year, and both floating buttons. */
export async function expectShell(page: Page) {
  await expect.soft(page.getByRole("complementary", { name: words.banner.label })).toBeVisible();
  await expect.soft(page.getByRole("banner")).toBeVisible();
  const year = String(new Date().getFullYear());
  await expect.soft(page.getByRole("contentinfo")).toContainText(year);
  const floating = await floatingLinks(page);
  const { pathname } = new URL(page.url());
  expect.soft(floating).toEqual([dialled(company.phone), chatLinkOn(pathname)]);
}
