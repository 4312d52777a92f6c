// The site with scripts switched off: everything can be read and used.
import { expect, type Locator } from "@playwright/test";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled } from "./site/words.ts";
import { fillIn } from "./site/page.ts";

const site = sharedSite();
test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

test("the first view needs no JavaScript: heading, call link, form", async ({ page }) => {
  await page.goto(site.at("/"));
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(
    page
      .getByRole("main")
      .locator(`a[href="${dialled(company.phone)}"]`)
      .first(),
  ).toBeInViewport();
  await expect(page.locator('form[action="/sendMail.php"]')).toBeVisible();
  await expect(page.locator("noscript > :not(link)")).toHaveCount(0);
});

test("a visitor without scripts gets from the first view to a sent request", async ({ page }) => {
  await page.goto(site.at("/"));
  await page.getByRole("link", { name: "Book a Service" }).first().click();
  await expect(page).toHaveURL(site.at("/#contact"));
  const { button } = await fillIn(page, { name: "Scriptless Salma" });
  await button.click();
  await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
  expect(await site.leadsOf("Scriptless Salma")).toHaveLength(1);
});

test("without scripts the three plans can be chosen on a phone", async ({ page }) => {
  await page.goto(site.at("/"));
  for (const plan of ["basic", "premium", "elite"]) {
    const link = page.locator(`main a[href="/contracts#${plan}"]`).first();
    if (!(await link.isVisible()))
      await page
        .locator("main label")
        .filter({ hasText: new RegExp(`^${plan}$`, "i") })
        .first()
        .click();
    await expect(link, plan).toBeVisible();
  }
});

test("R16 R20 without scripts the plan of the address stands alone, until another is chosen", async ({
  page,
}) => {
  const PLANS = ["basic", "premium", "elite"];
  const tab = (id: string) =>
    page.locator("main label").filter({ hasText: new RegExp(`^${id}$`, "i") });
  const look = (label: Locator) => label.evaluate((one) => getComputedStyle(one).backgroundColor);
  const expectAlone = async (shown: string) => {
    for (const id of PLANS) {
      const card = page.locator(`article#${id}`);
      await (id === shown ? expect(card).toBeVisible() : expect(card, id).toBeHidden());
    }
    const looks = await Promise.all(PLANS.map((id) => look(tab(id))));
    const others = looks.filter((_, place) => PLANS[place] !== shown);
    expect(new Set(others).size, "two tabs look alike").toBe(1);
    expect(others, "and the shown one's does not").not.toContain(looks[PLANS.indexOf(shown)]);
  };
  await page.goto(site.at("/annual-maintenance-contracts"));
  await expectAlone("premium");
  for (const addressed of PLANS) {
    await page.goto("about:blank");
    await page.goto(site.at(`/contracts#${addressed}`));
    await expectAlone(addressed);
    await expect(page.locator(`article#${addressed} h3`)).toBeInViewport();
    for (const chosen of PLANS) {
      await tab(chosen).click();
      await expectAlone(chosen);
    }
  }
});
