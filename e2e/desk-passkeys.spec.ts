// Passkeys by themselves: a synced one goes with the lost phone, an answer counts once, each is named and removed.
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { type Desk, type Phone, test } from "./site/desk.ts";

const ADD = "Use this phone's finger or face";
const DONE = "Done. Next time press “Sign in”.";
const UNKNOWN = "This phone isn't known here. Ask an owner for a link.";

const person = (page: Page, name: string) =>
  page.locator(".folk > li").filter({ has: page.getByRole("heading", { name }) });

/** Somebody with a passkey on their phone. */
async function withPasskey(desk: Desk, name: string, role: string): Promise<Phone> {
  const phone = await desk.signedIn(name, role);
  await phone.press(ADD);
  await expect(phone.page.getByRole("status").filter({ hasText: DONE })).toBeVisible();
  return phone;
}

async function signOut(phone: Phone): Promise<void> {
  await phone.nav().getByRole("link", { name: "People" }).click();
  await phone.press("Sign out this phone");
  await expect(phone.page.getByText("You're signed out.")).toBeVisible();
}

test("a passkey that moved on to a laptop goes with the lost phone, and each can be named and removed", async ({
  desk,
}) => {
  const mariam = await withPasskey(desk, "Mariam Haddad", "owner");
  const phone = await withPasskey(desk, "Yusuf Khan", "office");
  const laptop = await desk.phone("iphone");
  await laptop.syncFrom(phone);
  await laptop.open(desk.at("/desk/"));
  await laptop.press("Sign in");
  await expect(laptop.nav()).toBeVisible();

  // An answer counts once, whoever has read it on its way.
  const [answer] = await Promise.all([
    laptop.page.waitForRequest(/sign-in\/finish/),
    (async () => {
      await signOut(laptop);
      await laptop.press("Sign in");
      await expect(laptop.nav()).toBeVisible();
    })(),
  ]);
  const again = await laptop.context.request.post(answer.url(), {
    headers: { Origin: desk.at(""), "content-type": "application/x-www-form-urlencoded" },
    data: answer.postData() ?? "",
  });
  expect(again.status()).toBe(422);

  await mariam.open(desk.at("/desk/people"));
  const yusuf = person(mariam.page, "Yusuf Khan");
  await expect(yusuf.getByText("Passkey: Chrome on Android")).toBeVisible();
  await yusuf.getByText("Change the passkey").click();
  await yusuf.getByLabel("Its name").fill("Yusuf's phone");
  await yusuf.getByRole("button", { name: "Save", exact: true }).click();
  await expect(yusuf.getByText("Passkey: Yusuf's phone")).toBeVisible();
  await yusuf.getByRole("button", { name: /^Sign out.*Chrome on Android/ }).click();
  await expect(mariam.page.getByText("Chrome on Android is signed out.")).toBeVisible();
  await expect(yusuf.getByText("Passkey:")).toHaveCount(0);
  for (const lost of [phone, laptop]) {
    if (lost === laptop) await signOut(laptop);
    else await phone.page.reload();
    await lost.press("Sign in");
    await expect(lost.alert()).toHaveText(UNKNOWN);
  }
});

test("a passkey is removed by itself", async ({ desk }) => {
  const phone = await withPasskey(desk, "Mariam Haddad", "owner");
  await phone.open(desk.at("/desk/people"));
  await phone.page.getByText("Change the passkey").click();
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.press("Remove the passkey");
  const words = "The passkey “Chrome on Android” signs nobody in any more.";
  await expect(phone.page.getByText(words)).toBeVisible();
  await signOut(phone);
  await phone.press("Sign in");
  await expect(phone.alert()).toHaveText(UNKNOWN);
});
