// Before launch, on a phone: from what is left to where it is changed, and a question marked as answered.
import { expect } from "@playwright/test";
import { expectAccessible, onSite, siteFaults, test } from "./site/desk-site.ts";

test("an owner goes from what is invented to its words, and marks a question as answered", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Mariam Haddad", "owner", "/desk/settings");
  const heard = siteFaults(page);
  await page.getByRole("link", { name: /^Before launch/ }).click();
  await expect(page.getByRole("heading", { name: "Before launch" })).toBeVisible();
  await expectAccessible(page);
  const vat = page.getByRole("listitem").filter({ hasText: "5% VAT" });
  await vat.getByRole("button", { name: "Answered" }).click();
  await expect(vat).toContainText("Done:");
  await vat.getByRole("button", { name: "Not answered after all" }).click();
  await expect(vat).not.toContainText("Done:");

  const review = page.getByRole("listitem").filter({ hasText: "the words of" }).first();
  await review.getByRole("link", { name: /^Open/ }).click();
  await expect(onSite(page).sheet).toContainText("It's real");
  // Whoever goes on leaves files of the page before half loaded.
  expect(heard().filter((fault) => !fault.endsWith("net::ERR_ABORTED"))).toEqual([]);
});
