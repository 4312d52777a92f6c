// Shared compression dictionaries in a real Chromium: the browser fetches one once the page is alive, and the
// pages after the first come compressed against it. (The decoded pages: scripts/stages/dictionaries.mjs.)
import { expect, type Page } from "@playwright/test";
import { awake, complaints } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
test.beforeAll(() => site.server.packed());

const DICTIONARY = /\/assets\/dictionary-[0-9a-f]{16}\.txt$/;

/** Opens home, and waits until the browser has the dictionary that it announces. */
async function visitHome(page: Page): Promise<void> {
  const fetched = page.waitForEvent("requestfinished", (request) => DICTIONARY.test(request.url()));
  await page.goto(site.at("/"));
  await fetched;
  await awake(page);
}

/**
 * Opens a page again and again until it comes as it does once the browser has filed the dictionary, which it does in
 * its own time. No page is left before its code is there: cancelled requests would be heard as complaints.
 */
async function untilDcz(page: Page, path: string): Promise<void> {
  const coding = async () => {
    const answer = await page.goto(site.at(path));
    await awake(page);
    return answer?.headers()["content-encoding"];
  };
  await expect.poll(coding).toBe("dcz");
}

test("the second page of a visit comes compressed against the dictionary, and works", async ({
  page,
}) => {
  const heard = complaints(page);
  await visitHome(page);
  await untilDcz(page, "/about-us");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // A click inside the site only fetches the next page's data.
  const next = "/annual-maintenance-contracts";
  const data = page.waitForResponse(site.at(`/_data${next}.json`));
  await page.getByRole("contentinfo").locator(`a[href="${next}"]`).first().click();
  expect((await data).headers()["content-encoding"]).toBe("dcz");
  await expect(page).toHaveURL(site.at(next));
  expect(heard).toEqual([]);
});

test("the dictionary comes after what the first view needs, once, and the desk never uses it", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (DICTIONARY.test(request.url())) asked.push(request.url());
  });
  await visitHome(page);
  const [needed, started] = await page.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const named = (part: string) => resources.filter(({ name }) => name.includes(part));
    const first = [...named(".woff2"), ...named(".css"), ...named("hero")];
    return [
      Math.max(...first.map((one) => one.responseEnd)),
      named("/assets/dictionary-")[0]?.startTime ?? 0,
    ];
  });
  expect(needed).toBeGreaterThan(0);
  expect(started).toBeGreaterThan(needed!);
  await untilDcz(page, "/about-us");
  await page.waitForLoadState("networkidle");
  const desk = await page.goto(site.at("/desk"));
  expect(desk?.headers()["content-encoding"]).not.toBe("dcz");
  expect(new Set(asked).size).toBe(1);
  expect(asked.length).toBe(1);
});
