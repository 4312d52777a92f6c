// Real visitors' clicks, and the sums that staff see afterwards: each of them once, and nothing else.
import { expect, type Page } from "@playwright/test";
import { pause } from "../scripts/amwaj.mjs";
import { sendMail } from "../scripts/send-mail.mjs";
import { ask } from "./site/http.ts";
import { awake, fillIn, requestForm } from "./site/page.ts";
import { ownSite, type Site, test } from "./site/serve.ts";
import { chatAddress, company, dialled } from "./site/words.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";
/** A browser that is no robot's, as far as its name tells. */
test.use({ userAgent: CHROME });
test.describe.configure({ mode: "default" });

/** What stands in the sums without their day, such as `call / 1`, once that is what was expected. */
async function expectSums(site: Site, expected: string[]): Promise<void> {
  const read = async () => {
    const { stdout } = await site.server.command("stats", "--format", "csv");
    const [head, ...lines] = stdout.trim().split("\n");
    expect(head).toBe("day,event,page,campaign,count");
    return lines.map((line) => line.split(",").slice(1).filter(Boolean).join(" ")).sort();
  };
  await expect.poll(read, { timeout: 15_000 }).toEqual([...expected].sort());
  // What would be counted twice has had the time to be.
  await pause(3500);
  expect(await read()).toEqual([...expected].sort());
}

/** The page stays where it is when a link leads to another program or site. */
async function stay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a");
      if (link && link.origin !== location.origin) event.preventDefault();
    });
  });
}

const link = (page: Page, href: string) => page.locator(`a[href="${href}"]:visible`).first();

test.describe("with scripts", () => {
  const site = ownSite();

  test("each kind of event is counted once, on its page and for its campaign", async ({ page }) => {
    test.setTimeout(60_000);
    await stay(page);
    await page.goto(site.at("/?utm_source=google&utm_campaign=summer"));
    await awake(page);
    await link(page, dialled(company.phone)).click();
    await link(page, chatAddress(company.chat)).click();
    await link(page, "/contact-us").click();
    await expect(page).toHaveURL(site.at("/contact-us"));
    await awake(page);
    await link(page, `mailto:${company.email}`).click();
    await link(page, dialled(company.phone)).dblclick();
    await page.locator('a[href^="https://www.google.com/maps/"]:visible').first().click();
    // A link that only looks like one of the company's.
    await page.evaluate(() => {
      for (const href of [
        "https://evil.example/?u=wa.me",
        "https://wa.me/4915112345678",
        "tel:999",
        "mailto:somebody@example.org",
        "https://www.google.com/maps/search/?api=1&query=Somewhere",
      ]) {
        const elsewhere = document.createElement("a");
        elsewhere.href = href;
        elsewhere.textContent = "elsewhere";
        document.querySelector("main")?.append(elsewhere);
        elsewhere.click();
      }
    });
    await page.goto(site.at("/"));
    await awake(page);
    const { button, status, alert } = await fillIn(page, { name: "Counted Carim" });
    await page.route("**/sendMail.php", (route) =>
      route.continue({ headers: { ...route.request().headers(), "idempotency-key": "used" } }),
    );
    await button.click();
    await expect(status).toBeVisible();
    await fillIn(page, { name: "Counted Carim", message: "In other words." });
    await requestForm(page).button.click();
    await expect(alert).toBeVisible();
    await expectSums(site, [
      "view / google / summer 1",
      "call / google / summer 1",
      "chat / google / summer 1",
      "view /contact-us google / summer 1",
      "mail /contact-us google / summer 1",
      "call /contact-us google / summer 1",
      "directions /contact-us google / summer 1",
      "view / 1",
      "start / 1",
      // A request knows what led to the visit, also after another load.
      "sent / google / summer 1",
      "failed / google / summer 1",
    ]);
    const { stdout } = await site.server.command("stats");
    expect(stdout).toMatch(/^\/contact-us +1 +1 +0 +1 +1 +/m);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d +3 +#+$/m);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  const site = ownSite();

  test("pages and requests are counted, and nothing can be said of clicks", async ({ page }) => {
    await page.goto(site.at("/contact-us"));
    await page.goto(site.at("/"));
    const { button } = await fillIn(page, { name: "Scriptless Suha" });
    await button.click();
    await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
    await expectSums(site, ["view /contact-us 1", "view / 1", "sent / 1"]);
  });
});

test.describe("what is no visitor", () => {
  const site = ownSite();

  test("prefetches, robots, HEAD, unknown addresses and other sites' reports count nothing", async () => {
    const visitor = { "User-Agent": CHROME, "Sec-Fetch-Dest": "document" };
    const get = (path: string, headers: Record<string, string>, method = "GET") =>
      ask(site.at(path), { method, headers });
    await get("/", { ...visitor, "Sec-Purpose": "prefetch" });
    await get("/", { ...visitor, "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
    await get("/", visitor, "HEAD");
    await get("/", {});
    await get("/no-such-page", visitor);
    await get("/blogs/no-such-post", visitor);
    await get("/favicon.svg", visitor);
    const report = (body: string, site_: string) =>
      ask(site.at("/_stats"), {
        method: "POST",
        headers: { "User-Agent": CHROME, "Sec-Fetch-Site": site_ },
        body,
      });
    expect((await report("call\n/", "cross-site")).status).toBe(204);
    expect((await report("sent\n/", "same-origin")).status).toBe(204);
    expect((await report("x".repeat(5000), "same-origin")).status).toBe(204);
    // The same again, not from a browser but once: known already, so 304.
    const first = await get("/about-us", visitor);
    const again = await get("/about-us", { ...visitor, "If-None-Match": first.headers.etag ?? "" });
    expect(again.status).toBe(304);
    const flooding = { name: "Api", phone: "0501234567", service: "Plumbing Services" };
    await sendMail(site.server.url, flooding);
    await expectSums(site, ["view /about-us 2", "sent other 1"]);
  });
});

test.describe("the canary", () => {
  const site = ownSite({ env: { AMWAJ_CANARY_EVERY: "6" } });

  test("a request that the site sends itself is none", async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto(site.at("/"));
    await expect
      .poll(
        async () => {
          const { stdout } = await site.server.command("leads", "list", "--canary");
          return /^1 lead$/m.test(stdout);
        },
        { timeout: 90_000, intervals: [2000] },
      )
      .toBe(true);
    await expectSums(site, ["view / 1"]);
  });
});
