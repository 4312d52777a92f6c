// The office at work: who waits, one tap for each answer, two people at once, and all of it without scripts.
import { type Browser, expect, type Page } from "@playwright/test";
import { sendMail } from "../scripts/send-mail.mjs";
import { axeFindings } from "./site/axe.ts";
import { awake, type Desk, PHONE, Phone, test } from "./site/desk.ts";
import { complaints } from "./site/page.ts";

const FATIMA = {
  name: "Fatima Al Mansoori",
  phone: "050 000 0142",
  service: "AC Repair & Maintenance",
  message: "No cooling at all since this morning, and my mother is 82.",
};
const AHMED = {
  name: "أحمد المرزوقي",
  phone: "050 000 0103",
  service: "Electrical Services",
  message: "القاطع يفصل كل ما نشغل الغسالة.",
};
const SELLER = {
  name: "A seller",
  phone: "050 000 0106",
  service: "Plumbing Services",
  message: "We offer SEO for your website: https://rank.example https://rank2.example",
};
/** The least that a finger hits, in CSS pixels. */
const FINGER = 48;

/** Stores a request and returns its reference. */
async function receive(desk: Desk, visitor: typeof FATIMA): Promise<string> {
  const { text } = await sendMail(desk.server.url, visitor);
  return /AMW-\w+/.exec(text)![0];
}

/** Somebody of the office, on the screen of a request. */
async function office(desk: Desk, browser: Browser, name: string, at: string): Promise<Phone> {
  const phone = await Phone.make(browser);
  await phone.join(await desk.invite(name, "office"));
  await phone.open(desk.at(at));
  return phone;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.describe("without scripts", () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test("a request is found, answered, taken back and noted; a held one is passed on", async ({
    desk,
    page,
  }) => {
    const reference = await receive(desk, FATIMA);
    await receive(desk, SELLER);
    const { code } = await desk.invite("Yusuf Khan", "office");
    await page.goto(desk.at("/desk/join"));
    await page.getByLabel("The code from your invitation").fill(code);
    await button(page, "Sign in on this phone").click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("1 person is waiting");
    await page.getByRole("link", { name: FATIMA.name }).first().click();
    await expect(heading).toHaveText(FATIMA.name);
    await expect(page.getByRole("link", { name: "Call", exact: true })).toHaveAttribute(
      "href",
      "tel:+971500000142",
    );
    const chat = page.getByRole("link", { name: "WhatsApp" });
    await expect(chat).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/971500000142\?text=Hello%20Fatima/,
    );
    await page.getByLabel(/^Note/).fill("Comes on Tuesday at 9");
    await button(page, "Booked").click();
    await expect(page.getByText("Fatima is booked.")).toBeVisible();
    await expect(page.locator(".tl")).toContainText("You booked them. “Comes on Tuesday at 9”");
    await button(page, "Undo").click();
    await expect(page.locator(".tl")).toContainText("You reopened it.");
    await page.goto(desk.at("/desk/?q=0142"));
    await expect(page.locator("main")).toContainText(reference);
    await page.goto(desk.at("/desk/held"));
    await expect(heading).toHaveText("1 request looks odd");
    await button(page, "Pass it on").click();
    await expect(heading).toContainText("Nothing looks odd");
    await page.goto(desk.at("/desk/"));
    await expect(heading).toHaveText("2 people are waiting");
  });
});

test("each answer is one tap at 320 pixels, under a thumb, and nothing is cut or covered", async ({
  browser,
  desk,
}) => {
  for (const visitor of [FATIMA, AHMED]) {
    const reference = await receive(desk, visitor);
    const phone = await office(
      desk,
      browser,
      `Person ${visitor.phone}`,
      `/desk/requests/${reference}`,
    );
    const heard = complaints(phone.page);
    await phone.page.setViewportSize({ width: 320, height: 640 });
    for (const name of ["Call", "WhatsApp", "Spoke", "Booked", "Lost"]) {
      const target = phone.page.locator(".dock :is(a, button)", { hasText: name });
      await expect(target).toBeInViewport({ ratio: 1 });
      const { width, height, y } = (await target.boundingBox())!;
      expect(Math.min(width, height), `${name} at ${width} by ${height}`).toBeGreaterThanOrEqual(
        FINGER,
      );
      expect(y, `${name} is in the lower half`).toBeGreaterThan(320);
    }
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await axeFindings(phone.page)).toEqual([]);
    await button(phone.page, "Spoke").click();
    await expect(phone.page.locator(".tl")).toContainText("You spoke with them.");
    expect(heard).toEqual([]);
    await phone.context.close();
  }
});

test("of two people on one request, the other sees within a second who answered", async ({
  browser,
  desk,
}) => {
  const reference = await receive(desk, FATIMA);
  const at = `/desk/requests/${reference}`;
  const yusuf = await office(desk, browser, "Yusuf Khan", at);
  const mariam = await office(desk, browser, "Mariam Haddad", at);
  // Each has asked once what there is.
  await mariam.page.waitForResponse((response) => response.url().includes("/desk/changes"));
  await button(yusuf.page, "Booked").click();
  await expect(yusuf.page.getByText("Fatima is booked.")).toBeVisible();
  const booked = Date.now();
  await expect(mariam.page.locator(".tl")).toContainText("Yusuf booked them.");
  expect(Date.now() - booked, "milliseconds until the other one saw it").toBeLessThan(1_000);
  const metrics = await (await fetch(`${desk.server.admin}/metrics`)).text();
  expect(metrics, "what the desk asks is no request of a visitor").toContain(
    'amwaj_requests_total{kind="lead",status="2xx"} 1\n',
  );
});

test("whoever answers otherwise without having seen it is told, and both notes are kept", async ({
  browser,
  desk,
}) => {
  const reference = await receive(desk, FATIMA);
  const at = `/desk/requests/${reference}`;
  const yusuf = await office(desk, browser, "Yusuf Khan", at);
  const mariam = await office(desk, browser, "Mariam Haddad", at);
  // Her phone hears nothing for a while.
  await mariam.page.route("**/desk/changes**", () => {});
  await yusuf.page.getByLabel(/^Note/).fill("Tuesday at 9");
  await button(yusuf.page, "Booked").click();
  await expect(yusuf.page.locator(".tl")).toContainText("You booked them.");
  await mariam.page.getByLabel(/^Note/).fill("Too far away");
  await button(mariam.page, "Lost").click();
  await expect(mariam.page.getByText("Yusuf says booked, you say lost.")).toBeVisible();
  await expect(mariam.page.locator(".tl")).toContainText("You noted: “Too far away”");
  await button(mariam.page, "Leave it booked").click();
  await expect(mariam.page.locator("main")).toContainText("Booked");
  const { stdout } = await desk.server.command("leads", "show", reference);
  expect(stdout).toMatch(/stage +booked/);
});

test("a tap without a network says so, and goes out with the same key once there is one", async ({
  browser,
  desk,
}) => {
  const reference = await receive(desk, FATIMA);
  const phone = await office(desk, browser, "Yusuf Khan", `/desk/requests/${reference}`);
  await phone.context.setOffline(true);
  await button(phone.page, "Booked").click();
  await expect(phone.page.getByText("The server didn't answer.")).toBeVisible();
  await phone.context.setOffline(false);
  await button(phone.page, "Try now").click();
  await expect(phone.page.locator(".tl")).toContainText("You booked them.");
  const { stdout } = await desk.server.command("leads", "show", reference);
  expect(stdout.match(/^\d{4}.* {2}booked/gm)).toHaveLength(1);
});

test("visitors load nothing of the desk, and no page leads there", async ({ desk, page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["/", "/contact-us", "/blogs"]) {
    await page.goto(desk.server.url + path, { waitUntil: "networkidle" });
    expect(await page.content()).not.toContain("/desk");
  }
  expect(asked.filter((path) => path.startsWith("/desk"))).toEqual([]);
});

test("keys do what buttons do", async ({ browser, desk }) => {
  const reference = await receive(desk, FATIMA);
  const phone = await office(desk, browser, "Yusuf Khan", "/desk/");
  await phone.page.setViewportSize({ width: 1280, height: 800 });
  await phone.page.keyboard.press("j");
  await phone.page.keyboard.press("Enter");
  await expect(phone.heading()).toHaveText(FATIMA.name);
  await awake(phone.page);
  await phone.page.keyboard.press("b");
  await expect(phone.page.locator(".tl")).toContainText("You booked them.");
  await phone.page.keyboard.press("z");
  await expect(phone.page.locator(".tl")).toContainText("You reopened it.");
  await phone.page.getByLabel(/^Note/).focus();
  await phone.page.keyboard.type("sbl");
  await expect(phone.page.getByLabel(/^Note/)).toHaveValue("sbl");
  const { stdout } = await desk.server.command("leads", "show", reference);
  expect(stdout).toMatch(/stage +new/);
});
