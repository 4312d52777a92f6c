// Owners' settings for everybody: the words for WhatsApp, whose phones ring, a link by mail; and permissions.
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, type Desk, faults, test } from "./site/desk.ts";

const SAVED = "Saved. It counts from now on.";
const WORDS = "Hello {name}, {sender} here about your {service}.";

/** Texts of mails with a link for signing in. */
const linkMails = ({ server }: Desk) =>
  server
    .mailFiles()
    .map((file) => readFileSync(file, "utf8").replaceAll("=\r\n", ""))
    .filter((mail) => mail.includes("asked for it: "));

/** The code of the mail that has come since `before`. */
async function codeMailed(desk: Desk, before: number): Promise<string> {
  await expect.poll(() => linkMails(desk).length).toBe(before + 1);
  const [, code = ""] = /asked for it: (\S+)/.exec(linkMails(desk).join("\n")) ?? [];
  return code;
}

test("an owner changes the words for WhatsApp with a finger, sees them at a request, and takes them back", async ({
  emptyDesk: desk,
}) => {
  const reference = await desk.receive({
    name: "Fatima Al Mansoori",
    service: "AC Repair & Maintenance",
    message: "",
  });
  const phone = await desk.signedIn("Mariam Haddad", "owner", "/desk/people");
  const wrong = faults(phone.page);
  await phone.press("Use this phone's finger or face");
  await expect(phone.page.getByText("Done.")).toBeVisible();
  await phone.page.getByRole("link", { name: "Settings" }).click();
  await expect(phone.heading()).toHaveText("Settings");
  expect(await axeFindings(phone.page)).toEqual([]);

  const words = phone.page.getByLabel("In English", { exact: true });
  const usual = await words.inputValue();
  await words.fill(WORDS);
  await expect(
    phone.page.getByText("Hello Fatima, Mariam here about your AC Repair & Maintenance."),
  ).toBeVisible();
  await phone.page.getByLabel("Half of its time is gone").selectOption("Owners");
  await phone.page.getByLabel("The name too").check();
  desk.forgetProofs();
  await phone.held("nobody it knows");
  await phone.press("Save");
  await expect(phone.alert()).toContainText("That's fine. Nothing was changed.");
  await expect(words).toHaveValue(WORDS);
  await phone.held("its owner");
  await phone.press("Try again");
  await expect(phone.page.getByText(SAVED)).toBeVisible();
  await expect(words).toHaveValue(WORDS);

  const chat = async () => {
    await phone.open(desk.at(`/desk/requests/${reference}`));
    const link = phone.page.getByRole("link", { name: /WhatsApp/ }).first();
    return new URL((await link.getAttribute("href")) ?? "").searchParams.get("text");
  };
  expect(await chat()).toBe("Hello Fatima, Mariam here about your AC Repair & Maintenance.");

  await phone.open(desk.at("/desk/settings"));
  await words.fill("Hello {nobody}");
  await phone.press("Save");
  await expect(phone.alert()).toContainText("{nobody}");
  await words.fill(`${WORDS} Bye.`);
  await phone.press("Save");
  await expect(words).toHaveValue(`${WORDS} Bye.`);
  await phone.press("Undo");
  await expect(words).toHaveValue(WORDS);
  await words.fill("");
  await phone.press("Save");
  await expect(words).toHaveValue(usual);
  await expect(phone.page.getByLabel("Half of its time is gone")).toHaveValue("owners");
  expect((await desk.log()).filter((line) => line.includes("settings")).length).toBe(4);
  expect(wrong()).toEqual([]);
});

test("an owner makes a colleague an owner and writes down her mail address; the last owner stays one", async ({
  desk,
}) => {
  await desk.invite("Layla Sabry", "marketing");
  const phone = await desk.signedIn("Mariam Haddad", "owner", "/desk/people");
  const row = (name: string) =>
    phone.page.locator(".folk > li").filter({ has: phone.page.getByRole("heading", { name }) });
  const layla = row("Layla Sabry");
  await layla.getByText("Change what Layla Sabry may do").click();
  await layla.getByLabel("Owner").check();
  await layla.getByLabel(/^Their mail address/).fill("layla@amwaj.example");
  expect(await axeFindings(phone.page)).toEqual([]);
  await layla.getByRole("button", { name: "Save" }).click();
  await expect(phone.page.getByText("Changed. Layla notices")).toBeVisible();
  await expect(layla.getByText("Owner, Marketing", { exact: true })).toBeVisible();
  await expect(layla.getByText("layla@amwaj.example", { exact: true })).toBeVisible();

  await layla.getByText("Change what Layla Sabry may do").click();
  await layla.getByLabel("Owner").uncheck();
  await layla.getByRole("button", { name: "Save" }).click();
  // The answer draws the list anew: what is ticked before would be lost.
  await expect(layla.getByText("Owner, Marketing", { exact: true })).toHaveCount(0);
  const mariam = row("Mariam Haddad");
  await mariam.getByText("Change what Mariam Haddad may do").click();
  await mariam.getByLabel("Office").check();
  await mariam.getByLabel("Owner").uncheck();
  await mariam.getByRole("button", { name: "Save" }).click();
  await expect(
    phone.page.getByRole("status").getByText("Make somebody else an owner"),
  ).toBeVisible();
  await expect(mariam.getByText("Owner", { exact: true }).first()).toBeVisible();
});

test("a mailed link signs in with one press where owners allow it, and never before that press", async ({
  emptyDesk: desk,
}) => {
  await desk.invite("Yusuf Khan", "owner");
  await desk.server.command(
    "staff",
    "invite",
    "Aisha",
    "--mail",
    "aisha@amwaj.example",
    "--role",
    "office",
  );
  const phone = await desk.phone("iphone");
  await phone.open(desk.at("/desk/"));
  await expect(phone.page.getByText("Mail me a link")).toHaveCount(0);
  await desk.server.command("staff", "settings", "mail-link", "on");
  await phone.open(desk.at("/desk/"));
  const wrong = faults(phone.page);
  await phone.page.getByText("Mail me a link").click();
  await phone.page.getByLabel(/^Your mail address/).fill("aisha@amwaj.example");
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.press("Send it");
  await expect(phone.heading()).toHaveText("Look into your mail");
  expect(await axeFindings(phone.page)).toEqual([]);

  const link = desk.at(`/desk/join#${await codeMailed(desk, 0)}`);
  expect(linkMails(desk)[0]).toContain(link);
  // Behaviour of a mail scanner, and a second look at the link.
  for (const _ of [1, 2]) expect((await phone.page.request.get(link)).status()).toBe(200);
  await phone.page.goto(link);
  await awake(phone.page);
  await phone.press("Sign in on this phone");
  await expect(phone.nav().getByRole("listitem")).toHaveText([
    "Requests",
    "Held",
    "Numbers",
    "People",
  ]);
  expect((await desk.log()).at(-1)).toBe("Aisha, signed in by mail, Safari on iPhone");
  expect(wrong()).toEqual([]);
});
