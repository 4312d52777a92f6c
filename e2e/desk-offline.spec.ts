// The desk without a network: what it shows, what it keeps, and what is gone with the person.
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake } from "./site/desk.ts";
import { test } from "./site/desk-offline.ts";

const FATIMA = {
  name: "Fatima Al Mansoori",
  phone: "050 000 0142",
  service: "AC Repair & Maintenance",
  message: "No cooling at all since this morning, and my mother is 82.",
};
const AHMED = { name: "أحمد المرزوقي", service: "Electrical Services", message: "القاطع يفصل." };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const strip = (page: Page) => page.locator(".strip");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Everything that this device keeps of the desk's screens, as text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith("desk-screens-")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(await (await cache.match(request))!.text());
    }
    return texts.join();
  });

test("without a network the list, each request in it, Back and the next one are there, and a tap goes out later, once", async ({
  offlineDesk: desk,
}) => {
  const opened = await desk.receive(FATIMA);
  await desk.receive(AHMED);
  const phone = await desk.withList("Mariam Haddad");
  const { page } = phone;
  await page.getByRole("link", { name: FATIMA.name }).first().click();
  await expect(page.locator(".tl")).toContainText("Mail");
  await expect.poll(() => kept(page)).toContain('"mail delivered"');
  await page.goBack();
  await awake(page);

  await desk.goes(phone);
  await expect(strip(page)).toContainText("Offline, as it was at");
  await page.reload();
  await expect(heading(page)).toHaveText("2 people are waiting");
  await expect(strip(page)).toContainText("Offline, as it was at");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("link", { name: AHMED.name, exact: true }).click();
  await expect(heading(page)).toHaveText(AHMED.name);
  await expect(page.locator("main")).toContainText("You're offline. What else we know");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: `Previous request, ${FATIMA.name}` }).click();
  await expect(heading(page)).toHaveText(FATIMA.name);
  await expect(page.locator(".tl")).toContainText("Mail");
  await awake(page);
  await page.getByLabel(/^Note/).fill("Comes on Tuesday");
  await button(page, "Booked").click();
  await expect(page.getByText("It goes out by itself.")).toBeVisible();
  await expect(page.getByLabel(/^Note/)).toHaveValue("");
  await page.goBack();
  await expect(heading(page)).toHaveText(AHMED.name);
  await page.goto(desk.at("/desk/?show=waiting"));
  await expect(strip(page)).toContainText("1 tap kept");
  await page.goto(desk.at("/desk/numbers"));
  await expect(heading(page)).toHaveText("The desk can't be shown just now");
  // The network seems to be back for a moment, while the next screen is on its way.
  await page.evaluate(() =>
    addEventListener("beforeunload", () => setTimeout(() => dispatchEvent(new Event("online")))),
  );
  await page.getByRole("link", { name: "Open the first screen" }).click();
  await expect(heading(page)).toHaveText("2 people are waiting");

  await desk.isBack(phone);
  await expect(heading(page)).toHaveText("1 person is waiting");
  await expect(strip(page)).toContainText("Live");
  expect((await desk.log()).filter((line) => line.includes(opened))).toEqual([
    `Mariam Haddad, booked, ${opened}`,
  ]);
});

const NOBODYS_SCREENS = "";

test("what a phone keeps goes when its person signs out, is signed out, or somebody else comes in", async ({
  offlineDesk: desk,
}) => {
  await desk.receive(FATIMA);
  const phone = await desk.withList("Mariam Haddad");
  const { page } = phone;
  expect(await kept(page)).toContain(FATIMA.name);
  await page.goto(desk.at("/desk/people"));
  await phone.press("Sign out this phone");
  await expect(heading(page)).toContainText("Who's at the desk?");
  expect(await kept(page)).toBe(NOBODYS_SCREENS);

  const yusuf = await desk.withList("Yusuf Khan");
  await desk.server.command("staff", "sign-out", "Yusuf Khan");
  await expect(heading(yusuf.page)).toContainText("Who's at the desk?");
  expect(await kept(yusuf.page)).toBe(NOBODYS_SCREENS);
  await desk.goes(yusuf);
  await yusuf.page.goto(desk.at("/desk/"));
  await expect(heading(yusuf.page)).toHaveText("The desk can't be shown just now");
  await desk.isBack(yusuf);

  const omar = await desk.withList("Omar Said");
  const { code } = await desk.invite("Layla Saad", "marketing");
  const form = { form: { code }, headers: { Origin: desk.at("") }, maxRedirects: 0 };
  await omar.page.request.post(desk.at("/desk/join"), form);
  await omar.page.goto(desk.at("/desk/people"));
  await expect(omar.nav()).toContainText("Layla Saad");
  await expect.poll(() => kept(omar.page)).toBe(NOBODYS_SCREENS);
});

test("of somebody who is erased a phone keeps nothing after its next look", async ({
  offlineDesk: desk,
}) => {
  const reference = await desk.receive(FATIMA);
  await desk.receive(AHMED);
  const { page } = await desk.withList("Mariam Haddad");
  await page.getByRole("link", { name: FATIMA.name }).first().click();
  await expect.poll(() => kept(page)).toContain('"mail delivered"');
  await page.goto(desk.at("/desk/"));
  await expect(heading(page)).toHaveText("2 people are waiting");
  await desk.server.command("leads", "erase", "--reference", reference, "--yes");
  await expect(heading(page)).toHaveText("1 person is waiting");
  await expect.poll(() => kept(page)).toContain(AHMED.name);
  await expect.poll(() => kept(page)).not.toContain(FATIMA.name.split(" ")[0]);
});
