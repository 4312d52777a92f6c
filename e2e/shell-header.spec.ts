// The header on wide screens: it sticks, turns solid, and leads everywhere.
import { expect, type Page } from "@playwright/test";
import { awake, expectAtTop, scrollTo } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled, navigation, serviceNames, words } from "./site/words.ts";

const site = sharedSite();

/** Opacity of the header's ground (0 to 1), and whether it casts a shadow. */
function ground(page: Page) {
  return page.getByRole("banner").evaluate((header) => {
    const opacity = (colour: string) => {
      const alpha = /[,/]\s*([\d.]+)(%?)\s*\)$/.exec(colour);
      const slashed = colour.includes("/") || /^(rgba|hsla)\(/.test(colour);
      if (colour === "transparent") return 0;
      return alpha && slashed ? Number(alpha[1]) / (alpha[2] ? 100 : 1) : 1;
    };
    const layers = [getComputedStyle(header), getComputedStyle(header, "::before")].filter(
      (style, at) => at === 0 || style.content !== "none",
    );
    return {
      opacity: Math.max(...layers.map((style) => opacity(style.backgroundColor))),
      shadow: layers.some((style) => style.boxShadow !== "none"),
    };
  });
}

test("R2 R51 the header is translucent up to 50 px of scroll and solid with a shadow from 51", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  const translucent = async () => {
    const { opacity, shadow } = await ground(page);
    return opacity > 0 && opacity < 1 && !shadow;
  };
  const solid = async () => {
    const { opacity, shadow } = await ground(page);
    return opacity === 1 && shadow;
  };
  await expect.poll(translucent, "at the top").toBe(true);
  await scrollTo(page, 51);
  await expect.poll(solid, "at 51 px").toBe(true);
  await scrollTo(page, 50);
  await expect.poll(translucent, "at 50 px").toBe(true);
});

test("R2 the header sticks to the top while the page scrolls", async ({ page }) => {
  await page.goto(site.at("/"));
  await scrollTo(page, 1500);
  const box = await page.getByRole("banner").boundingBox();
  expect(box!.y).toBeCloseTo(0, 0);
});

test("R3 at every width from 768 px all entries, the phone and Book Now are there", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  for (const width of [768, 844, 959, 960, 1024, 1099, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const banner = page.getByRole("banner");
    const links = [
      "Home",
      "Annual Contracts",
      "About Us",
      "Contact",
      "Blog",
      navigation.book.label,
    ];
    const shown = [
      ...links.map((name: string) => banner.getByRole("link", { name, exact: true })),
      banner.getByRole("button", { name: words.labels.services }),
      banner.locator(`a[href="${dialled(company.phone)}"]`).filter({ visible: true }),
    ];
    for (const entry of shown) await expect(entry, `${width} px`).toBeInViewport({ ratio: 1 });
  }
});

test("R3 R12 the Services dropdown lists the seven service pages", async ({ page }) => {
  await page.goto(site.at("/"));
  await page.getByRole("banner").getByRole("button", { name: words.labels.services }).hover();
  for (const slug of navigation.services) {
    const link = page.getByRole("banner").locator(`nav a[href="/services/${slug}"]`);
    await expect(link).toBeVisible();
    await expect(link).toContainText(serviceNames[slug]);
  }
  expect(navigation.services).toHaveLength(7);
});

test("R4 Book Now and the hero’s Book a Service scroll to the form on the home page", async ({
  page,
}) => {
  for (const name of ["Book Now", "Book a Service"]) {
    await page.goto(site.at("/"));
    await awake(page);
    await page.getByRole("link", { name, exact: true }).first().click();
    await expectAtTop(page, page.locator("#contact"));
    expect(new URL(page.url()).pathname).toBe("/");
  }
});

test("R4 from another page Book Now goes to the form on the home page", async ({ page }) => {
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  await page.getByRole("banner").getByRole("link", { name: "Book Now" }).click();
  await expect(page).toHaveURL(site.at("/#contact"));
  await expectAtTop(page, page.locator("#contact"));
});
