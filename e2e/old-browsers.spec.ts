// The site in browsers that are older than the named ones (web/build/oldest-browsers.ts): without cascade layers it's a
// plain page. What of the built files they can't read is in web/tests/browsers.test.ts.
import { expect, type Page } from "@playwright/test";
import { fillIn } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
test.use({ viewport: { width: 390, height: 844 } });

/** A style sheet as a browser without layers reads it; the rules beside them ask for what such browsers lack. */
function withoutLayers(css: string): string {
  let [kept, depth, skipped] = ["", 0, false];
  for (const part of css.replaceAll("@supports not", "@supports").split(/(?<=[{};])/)) {
    skipped ||= depth === 0 && part.trimStart().startsWith("@layer");
    if (!skipped) kept += part;
    if (part.endsWith("{")) depth += 1;
    if (part.endsWith("}")) depth -= 1;
    if (depth === 0 && !part.endsWith("{")) skipped = false;
  }
  return kept;
}

/** Takes the layers out of everything that the page loads. */
async function dropLayers(page: Page) {
  await page.route("**/*", async (route) => {
    const type = route.request().resourceType();
    if (type !== "document" && type !== "stylesheet") return route.continue();
    const response = await route.fetch();
    const text = await response.text();
    const body =
      type === "stylesheet"
        ? withoutLayers(text)
        : text.replace(/(?<=<style>).*?(?=<\/style>)/gs, withoutLayers);
    const { "content-security-policy": _, ...headers } = response.headers();
    return route.fulfill({ response, headers, body });
  });
}

test("without cascade layers icons are small, pictures fit, nothing covers the form, and it's sent", async ({
  page,
}) => {
  await dropLayers(page);
  await page.goto(site.at("/"));
  const { button } = await fillIn(page, { name: "Old Omar" });
  await page.waitForLoadState("networkidle");
  await expect(page.locator("body")).toHaveCSS("font-weight", "400");
  const sizes = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    icons: [...document.querySelectorAll("svg")].map((icon) => icon.getBoundingClientRect().width),
  }));
  expect(sizes.page).toBeLessThanOrEqual(390);
  expect(Math.max(...sizes.icons)).toBeLessThanOrEqual(24);
  await expect(page.locator("a[href^='tel:']").first()).toBeVisible();
  await button.click();
  await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
  expect(await site.leadsOf("Old Omar")).toHaveLength(1);
});
