// A notice for today: added on a phone, above the header of every page for visitors, and removed again.
import { expect } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { dateIn, test } from "./site/desk-site.ts";
import { layoutShifts } from "./site/look.ts";
import { complaints, settled } from "./site/page.ts";
import { Walk } from "./site/taps.ts";

const CONTACT = "/contact-us";

test("a notice for today is above the header of every page, moves nothing, and is removed", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const text = "Our lines are busy after the storm.";
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const notices = page.getByRole("region", { name: "A notice on every page" });
  const walk = new Walk("A notice for today");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(page.getByRole("link", { name: "Facts", exact: true }));
  await walk.tap(page.getByRole("link", { name: "Notices", exact: true }));
  await walk.tap(notices.getByText("Add a notice"));
  await walk.enter(notices.getByLabel("What it says"), text);
  await walk.enter(notices.getByLabel("First day"), dateIn(0));
  await walk.tap(notices.getByRole("button", { name: "Put it live" }));
  walk.end(await desk.liveAfter("/", text));
  await expect(notices.getByRole("listitem")).toContainText("Shown now");

  const { page: visitor } = await desk.phone();
  const said = complaints(visitor);
  for (const path of ["/", CONTACT]) {
    await visitor.goto(desk.at(path));
    await settled(visitor);
    const notice = visitor.getByRole("complementary").getByText(text);
    await expect(notice).toBeInViewport({ ratio: 1 });
    const above = await notice.boundingBox();
    const header = await visitor.locator("header").first().boundingBox();
    expect(above!.y + above!.height, path).toBeLessThanOrEqual(header!.y);
    // A slow machine may draw a floating button before its word has come: 0.008.
    expect(await layoutShifts(visitor), path).toEqual([]);
    expect(await axeFindings(visitor), path).toEqual([]);
  }
  expect(said).toEqual([]);

  await notices.getByRole("button", { name: `Remove : ${text}` }).click();
  await desk.liveAfter("/", (html) => !html.includes(text));
  await expect(notices.getByRole("listitem")).toHaveCount(0);
  expect(desk.words()).toEqual(before);
});
