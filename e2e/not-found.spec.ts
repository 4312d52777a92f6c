// The not-found page and the error screen.
import { expect } from "@playwright/test";
import { awake } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled } from "./site/words.ts";

const site = sharedSite();

test("R35 an unknown address shows Page Not Found and leads home", async ({ page }) => {
  const response = await page.goto(site.at("/no/such/page"));
  expect(response!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(
    page.getByText("The page you are looking for doesn't exist or has been moved.", {
      exact: true,
    }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back to Homepage" }).click();
  await expect(page).toHaveURL(site.at("/"));
  await expect(page.locator("#contact")).toBeAttached();
});

test("R35 after a click inside the site an unknown address shows the same page", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), {
      href: "/no-such-page",
      textContent: "a link to nowhere",
    });
    document.querySelector("footer")!.append(link);
  });
  await page.getByRole("link", { name: "a link to nowhere" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(page).toHaveTitle(/Page Not Found/);
});

test("R36 when a page cannot be drawn the visitor reads what happened, with the phone number and no stack trace", async ({
  page,
}) => {
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  // The next page's data arrives broken.
  await page.route("**/_data/**", async (route) => {
    const answer = await (await route.fetch()).json();
    answer.page.sections = [{ kind: "rates" }];
    await route.fulfill({ json: answer });
  });
  await page.getByRole("link", { name: "Back to Homepage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  const main = page.getByRole("main");
  await expect(main.locator(`a[href="${dialled(company.phone)}"]`).first()).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await main.innerText()).not.toMatch(/\bat \S+ \(|\.js:\d+|node_modules/);
});
