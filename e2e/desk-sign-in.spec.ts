// The way into the desk and out of it: invitations, passkeys, lost phones, and proofs that are too old.
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, type Desk, faults, type Phone, test } from "./site/desk.ts";

const ADD = "Use this phone's finger or face";
const DONE = "Done. Next time press “Sign in”.";
const HELLO = "Hello. Who's at the desk?";
/** The inbox, which other journeys fill. */
const WAITING = /\b(is|are) waiting$/;
const CANCELLED = "That's fine. Try again when you're ready.";

/** The owner's phone, with a passkey. */
async function owner(desk: Desk, path?: string): Promise<Phone> {
  const phone = await desk.signedIn("Mariam Haddad", "owner", path);
  await phone.press(ADD);
  await expect(said(phone, DONE)).toBeVisible();
  return phone;
}

async function signOut(phone: Phone): Promise<void> {
  await phone.nav().getByRole("link", { name: "People" }).click();
  await phone.press("Sign out this phone");
  await expect(phone.heading()).toHaveText(HELLO);
  await expect(phone.page.getByText("You're signed out.")).toBeVisible();
}

const said = (phone: Phone, words: string) =>
  phone.page.getByRole("status").filter({ hasText: words });

const person = (page: Page, name: string) =>
  page.locator(".folk > li").filter({ has: page.getByRole("heading", { name }) });

test("a code that is read out lets somebody in, once; a mistyped one can be mended", async ({
  emptyDesk: desk,
}) => {
  const phone = await desk.phone();
  await phone.open(desk.at("/desk/"));
  await expect(phone.page.locator("main")).toContainText("amwaj staff invite NAME --role owner");
  const { code } = await desk.invite("Mariam Haddad", "owner");
  await phone.open(desk.at("/desk/"));
  await phone.page.getByRole("link", { name: "I have a link or a code" }).click();
  await awake(phone.page);
  const field = phone.page.getByLabel("Your code");
  await field.fill(code.slice(0, -1));
  await phone.press("Sign in on this phone");
  await expect(phone.alert()).toContainText("Nobody was given this code.");
  await expect(field).toHaveValue(code.slice(0, -1));
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await phone.press("Sign in on this phone");
  await expect(phone.heading()).toHaveText("Nobody is waiting");

  await phone.open(desk.at("/desk/join"));
  await field.fill(code);
  await phone.press("Sign in on this phone");
  await expect(phone.alert()).toContainText(/^This link was used at \d\d:\d\d\./);
});

test("whoever comes in by a link adds a passkey, and comes back with it to where they wanted to go", async ({
  desk,
}) => {
  const phone = await desk.phone();
  const wrong = faults(phone.page);
  await phone.join(await desk.invite("Mariam Haddad", "owner"));
  await expect(phone.page).toHaveURL(desk.at("/desk/"));
  await expect(phone.page.getByText("Next time, your finger opens the desk.")).toBeVisible();
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.press(ADD);
  await expect(said(phone, DONE)).toBeFocused();
  await signOut(phone);
  expect(await axeFindings(phone.page)).toEqual([]);

  await phone.open(desk.at("/desk/numbers?days=7"));
  await expect(phone.heading()).toHaveText(HELLO);
  await phone.press("Sign in");
  await expect(phone.heading()).not.toHaveText(HELLO);
  await expect(phone.page).toHaveURL(desk.at("/desk/numbers?days=7"));
  const did = ["joined", "passkey added", "signed out", "signed in"];
  expect(await desk.log()).toEqual([
    "command line, invited, Mariam Haddad",
    ...did.map((action) => `Mariam Haddad, ${action}, Chrome on Android`),
  ]);
  expect(wrong()).toEqual([]);
});

test("a browser that knows no JSON of passkeys adds one and signs in as well", async ({ desk }) => {
  const phone = await desk.phone("iphone");
  await phone.page.addInitScript(() => {
    Reflect.deleteProperty(PublicKeyCredential, "parseRequestOptionsFromJSON");
    Reflect.deleteProperty(PublicKeyCredential, "parseCreationOptionsFromJSON");
    Reflect.deleteProperty(PublicKeyCredential.prototype, "toJSON");
  });
  await phone.join(await desk.invite("Layla Sabry", "marketing"));
  await phone.press(ADD);
  await expect(said(phone, DONE)).toBeVisible();
  await signOut(phone);
  await phone.press("Sign in");
  await expect(phone.nav()).toBeVisible();
});

test("a passkey that is put off isn't asked for again, and is found among one's devices", async ({
  desk,
}) => {
  const phone = await desk.signedIn("Layla Sabry", "marketing");
  await phone.press("Not now");
  await expect(phone.page.getByRole("button", { name: ADD })).toHaveCount(0);
  await phone.open(desk.at("/desk/"));
  await expect(phone.page.getByRole("button", { name: ADD })).toHaveCount(0);
  await phone.open(desk.at("/desk/people"));
  await expect(phone.page.getByText("This phone: no passkey yet")).toBeVisible();
  await phone.press(ADD);
  await expect(said(phone, DONE)).toBeVisible();
  await phone.page.evaluate(() => sessionStorage.clear());
  await phone.open(desk.at("/desk/people"));
  await phone.press(ADD);
  await expect(said(phone, "There's a passkey here already.")).toBeFocused();
});

test("a lost phone is signed out from another one, and its owner comes in on a new one", async ({
  desk,
}) => {
  const mariam = await owner(desk);
  const lost = await desk.phone("iphone");
  await lost.join(await desk.invite("Yusuf Khan", "office"));

  await mariam.open(desk.at("/desk/people"));
  await mariam.press("Send a new link to Yusuf Khan");
  await expect(mariam.page.getByRole("heading", { name: "Let Yusuf scan this" })).toBeFocused();
  const link = await mariam.page.getByLabel("The link").inputValue();
  const found = await desk.phone();
  await found.join({ link });

  await mariam.open(desk.at("/desk/people"));
  const yusuf = person(mariam.page, "Yusuf Khan");
  await expect(yusuf).toContainText("Chrome on Android");
  await yusuf.getByRole("button", { name: /^Sign out.*Safari on iPhone/ }).click();
  await expect(mariam.page.getByText("Safari on iPhone is signed out.")).toBeVisible();
  await expect(yusuf).not.toContainText("Safari on iPhone");

  await lost.page.reload();
  await expect(lost.heading()).toHaveText(HELLO);
  await expect(lost.alert()).toHaveCount(0);
  await found.page.reload();
  await expect(found.heading()).toContainText(WAITING);
});

test("a phone that doesn't know the finger says so, and lets its owner try again", async ({
  desk,
}) => {
  const phone = await desk.signedIn("Mariam Haddad", "owner");
  await phone.held("nobody it knows");
  await phone.press(ADD);
  await expect(phone.alert()).toHaveText(CANCELLED);
  await phone.held("its owner");
  await phone.press(ADD);
  await expect(said(phone, DONE)).toBeVisible();
  await signOut(phone);

  await phone.held("nobody it knows");
  await phone.press("Sign in");
  await expect(phone.alert()).toHaveText(CANCELLED);
  await expect(phone.page.getByRole("button", { name: "Sign in" })).toBeFocused();
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.held("its owner");
  await phone.press("Sign in");
  await expect(phone.heading()).toContainText(WAITING);
});

test("whoever was let out isn't known any more, and nobody tries for ever", async ({
  emptyDesk: desk,
}) => {
  await desk.invite("Khalid", "owner");
  const phone = await owner(desk);
  await desk.server.command("staff", "end", "Mariam Haddad");
  await phone.page.reload();
  await expect(phone.heading()).toHaveText(HELLO);
  await phone.press("Sign in");
  await expect(phone.alert()).toHaveText("This phone isn't known here. Ask an owner for a link.");
  const statuses = await phone.page.evaluate(async () => {
    const guess = (path: string) =>
      fetch(path, { method: "POST", body: new URLSearchParams({ code: "2222-2222-2222-2222" }) });
    const guessed = Array.from({ length: 12 }, () => guess("/desk/join"));
    const asked = Array.from({ length: 40 }, () => guess("/desk/sign-in/start"));
    const all = async (answers: Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status);
    return { guessed: await all(guessed), asked: await all(asked) };
  });
  expect(statuses.guessed).toContain(429);
  // Nobody guesses a passkey: guesses of codes keep nobody from using theirs.
  expect(new Set(statuses.asked)).toEqual(new Set([200]));
  await phone.press("Sign in");
  await expect(phone.alert()).toHaveText("This phone isn't known here. Ask an owner for a link.");
});

for (const { role, places, closed } of [
  {
    role: "owner",
    places: ["Requests", "Held", "Posts", "Site", "Numbers", "People"],
    closed: [],
  },
  {
    role: "office",
    places: ["Requests", "Held", "Numbers", "People"],
    closed: ["/desk/posts", "/desk/site?at=/"],
  },
  { role: "marketing", places: ["Posts", "Site", "Numbers", "People"], closed: ["/desk/held"] },
]) {
  test(`${role} sees in the navigation what is theirs`, async ({ desk }) => {
    const phone = await desk.signedIn("Aisha Rahman", role);
    await expect(phone.nav().getByRole("listitem")).toContainText(places);
    for (const place of places) {
      await phone.nav().getByRole("link", { name: place }).click();
      // On phones the page's sheet is where the navigation is elsewhere.
      if (place === "Site") await phone.page.getByRole("link", { name: "Leave editing" }).click();
      else await expect(phone.nav().locator('[aria-current="page"]')).toContainText(place);
    }
    const form = phone.page.getByRole("button", { name: "Make a link" });
    await expect(form).toHaveCount(role === "owner" ? 1 : 0);
    for (const address of closed) {
      await phone.open(desk.at(address));
      await expect(phone.heading()).toHaveText("That's not for you here");
    }
  });
}

test("letting somebody in asks whoever signed in long ago for their finger, and keeps what was typed", async ({
  desk,
}) => {
  const phone = await owner(desk);
  await phone.open(desk.at("/desk/people"));
  desk.forgetProofs();
  await phone.held("nobody it knows");
  const name = phone.page.getByLabel("Their name");
  await name.fill("Aisha Rahman");
  const form = phone.page.locator("form", { hasText: "Let somebody in" });
  await form.getByLabel("Office").uncheck();
  await form.getByLabel("Marketing").check();
  await phone.press("Make a link");
  await expect(phone.alert()).toContainText("That's fine. Nothing was changed.");
  await expect(name).toHaveValue("Aisha Rahman");
  expect(await desk.log()).not.toContain("Mariam Haddad, invited, Aisha Rahman");

  await phone.held("its owner");
  await phone.press("Try again");
  await expect(phone.page.getByRole("heading", { name: "Let Aisha scan this" })).toBeVisible();
  await expect(phone.alert()).toHaveCount(0);
  await expect(name).toHaveValue("");
  await expect(
    person(phone.page, "Aisha Rahman").getByText("Marketing", { exact: true }).first(),
  ).toBeVisible();
  expect((await desk.log()).slice(-2)).toEqual([
    "Mariam Haddad, confirmed, Chrome on Android",
    "Mariam Haddad, invited, Aisha Rahman",
  ]);

  await name.fill("Aisha Rahman");
  await phone.press("Make a link");
  await expect(phone.alert()).toContainText("Aisha Rahman is here already");
  await expect(name).toHaveValue("Aisha Rahman");
});

test("whoever has no passkey can't let anybody in long after coming in, and reads who can", async ({
  desk,
}) => {
  const phone = await desk.signedIn("Mariam Haddad", "owner", "/desk/people");
  desk.forgetProofs();
  await phone.page.getByLabel("Their name").fill("Aisha Rahman");
  await phone.press("Make a link");
  await expect(phone.heading()).toHaveText("First, confirm it's you");
  await expect(phone.page.locator("main")).toContainText("Ask an owner for a new link");
});

test("whoever gives a visitor their data long after signing in confirms that it's them, and is led back", async ({
  desk,
}) => {
  const fatima = { name: "Fatima Al Mansoori", service: "AC Repair & Maintenance", message: "" };
  const request = desk.at(`/desk/requests/${await desk.receive(fatima)}`);
  const phone = await owner(desk);
  await phone.open(request);
  desk.forgetProofs();
  await phone.page.getByRole("link", { name: "Their data" }).click();
  await expect(phone.heading()).toHaveText(`What is kept of ${fatima.name}`);
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.page.getByRole("link", { name: "Give them their data" }).click();
  await expect(phone.heading()).toHaveText("First, confirm it's you");
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.press("Confirm with your finger or face");
  await expect(phone.page).toHaveURL(`${request}/data`);
  await expect(phone.heading()).toHaveText(`What is kept of ${fatima.name}`);
});
