// Real visitors' clicks, and the sums that staff see afterwards: each of them once, and nothing else. Counting without
// a browser is in served/stats.test.ts.
import { expect, type Page } from "@playwright/test";
import { awake, fillIn, requestForm } from "./site/page.ts";
import { ownSite, test } from "./site/serve.ts";
import { CHROME, sumsOnceCounted } from "./site/sums.ts";
import { chatLinkOn, company, dialled } from "./site/words.ts";

/** A browser that is no robot's, as far as its name tells. */
test.use({ userAgent: CHROME });

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

const site = ownSite();

test("each kind of event is counted once, on its page and for its campaign", async ({ page }) => {
  await stay(page);
  await page.goto(site.at("/?utm_source=google&utm_campaign=summer"));
  await awake(page);
  await link(page, dialled(company.phone)).click();
  await link(page, chatLinkOn("/")).click();
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
  const expected = [
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
  ];
  expect(await sumsOnceCounted(site, expected.length)).toEqual(expected.toSorted());
  const { stdout } = await site.server.command("stats");
  expect(stdout).toMatch(/^\/contact-us +1 +1 +0 +1 +1 +/m);
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d +3 +#+$/m);
});
