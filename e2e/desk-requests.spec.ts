// The office at work: people waiting, one tap for each answer, and two people at once.
import { expect, type Page, type Route } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, type Desk, faults, test } from "./site/desk.ts";
import { expectWithin } from "./site/measured.ts";

const FATIMA = {
  name: "Fatima Al Mansoori",
  service: "AC Repair & Maintenance",
  message: "No cooling at all since this morning, and my mother is 82.",
};
const AHMED = {
  name: "أحمد المرزوقي",
  service: "Electrical Services",
  message: "القاطع يفصل كل ما نشغل الغسالة.",
};
const SELLER = {
  name: "A seller",
  service: "Plumbing Services",
  message: "We offer SEO for your website: https://rank.example https://rank2.example",
};
/** The least that a finger hits, in CSS pixels. */
const FINGER = 48;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** When a page shows these words, in milliseconds: looked for at each frame, as an eye does. */
async function shownAt(page: Page, words: string): Promise<number> {
  const shown = await page.waitForFunction(
    (words) => document.body.textContent.includes(words) && Date.now(),
    words,
  );
  return Number(await shown.jsonValue());
}

/** Number of visitors' requests that were answered well, as the server counts them. */
async function leadsCounted(desk: Desk): Promise<number> {
  const metrics = await (await fetch(`${desk.server.admin}/metrics`)).text();
  const [, count = 0] =
    /^amwaj_requests_total\{kind="lead",status="2xx"\} (\d+)$/m.exec(metrics) ?? [];
  return Number(count);
}

/**
 * Holds back what a page asks by itself, so that it sees nothing of what others do: whether something has changed, and its
 * own screen anew. It `waits` once it has asked the first; `hear` lets all of it through.
 */
async function holdNews(page: Page) {
  const held: Route[] = [];
  let isOpen = false;
  let hasScreen = false;
  let asks = () => {};
  const waits = new Promise<void>((done) => {
    asks = done;
  });
  // The worker's own requests can't be held here.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setBypassServiceWorker", { bypass: true });
  await page.route(/\/desk\/(changes\?since=.|requests\/)/, async (route) => {
    const request = route.request();
    const isNews = request.method() === "GET" && request.resourceType() === "fetch";
    if (isOpen || !isNews) return route.continue();
    if (request.url().includes("/changes")) {
      if (hasScreen) asks();
    } else if (!hasScreen) {
      hasScreen = true;
      return route.continue();
    }
    held.push(route);
  });
  const hear = async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
  };
  return { waits, hear };
}

test("a request is found, answered, taken back and noted; a held one is passed on", async ({
  emptyDesk: desk,
}) => {
  const reference = await desk.receive({ ...FATIMA, phone: "050 000 0142" });
  await desk.receive(SELLER);
  const { page } = await desk.signedIn("Yusuf Khan", "office");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("1 person is waiting");
  await page.getByRole("link", { name: FATIMA.name }).first().click();
  await expect(heading).toHaveText(FATIMA.name);
  await awake(page);
  await expect(page.getByRole("link", { name: "Call", exact: true })).toHaveAttribute(
    "href",
    "tel:+971500000142",
  );
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
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
  await awake(page);
  await button(page, "Pass it on").click();
  await expect(heading).toContainText("Nothing looks odd");
  await page.goto(desk.at("/desk/"));
  await expect(heading).toHaveText("2 people are waiting");
});

test("each answer is one tap at 320 pixels, under a thumb, and nothing is cut or covered", async ({
  desk,
}) => {
  for (const visitor of [FATIMA, AHMED]) {
    const reference = await desk.receive(visitor);
    const phone = await desk.signedIn(
      `Who calls ${visitor.name}`,
      "office",
      `/desk/requests/${reference}`,
    );
    const wrong = faults(phone.page);
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
    expect(wrong()).toEqual([]);
  }
});

test("of two people on one request, the other sees within a second who answered @timed", async ({
  desk,
}) => {
  const before = await leadsCounted(desk);
  const at = `/desk/requests/${await desk.receive(FATIMA)}`;
  const yusuf = await desk.signedIn("Yusuf Khan", "office", at);
  const mariam = await desk.signedIn("Mariam Haddad", "office", at);
  // She has asked once what there is, and so waits for news.
  await mariam.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/desk/changes")),
  );
  const mariamSaw = shownAt(mariam.page, "Yusuf booked them.");
  const yusufSaw = shownAt(yusuf.page, "Fatima is booked.");
  await button(yusuf.page, "Booked").click();
  const milliseconds = (await mariamSaw) - (await yusufSaw);
  expectWithin("Until the other one saw who answered", [milliseconds], 1_000);
  await expect(mariam.page.locator(".tl")).toContainText("Yusuf booked them.");
  expect(await leadsCounted(desk), "what the desk asks is no request of a visitor").toBe(
    before + 1,
  );
});

test("whoever answers otherwise without having seen it is told, and both notes are kept", async ({
  desk,
}) => {
  const reference = await desk.receive(FATIMA);
  const at = `/desk/requests/${reference}`;
  const yusuf = await desk.signedIn("Yusuf Khan", "office", at);
  const mariam = await desk.signedIn("Mariam Haddad", "office");
  const news = await holdNews(mariam.page);
  await mariam.open(desk.at(at));
  await news.waits;
  await yusuf.page.getByLabel(/^Note/).fill("Tuesday at 9");
  await button(yusuf.page, "Booked").click();
  await expect(yusuf.page.locator(".tl")).toContainText("You booked them.");
  await mariam.page.getByLabel(/^Note/).fill("Too far away");
  await button(mariam.page, "Lost").click();
  const conflict = mariam.page.getByText("Yusuf says booked, you say lost.");
  await expect(conflict).toBeVisible();
  await expect(mariam.page.locator(".toast--clash")).toContainText(
    "“Tuesday at 9” You wrote: “Too far away”",
  );
  await expect(mariam.page.locator(".tl")).toContainText("You noted: “Too far away”");
  const screen = mariam.page.waitForResponse(
    (answer) => answer.url() === desk.at(at) && answer.request().method() === "GET",
  );
  await news.hear();
  await (await screen).finished();
  await expect(conflict, "what she hears then doesn't hide it").toBeVisible();
  await button(mariam.page, "Leave it booked").click();
  await expect(conflict).toHaveCount(0);
  await expect(mariam.page.locator("main")).toContainText("Booked");
  const { stdout } = await desk.server.command("leads", "show", reference);
  expect(stdout).toMatch(/stage +booked/);
});

test("visitors load nothing of the desk, and no page leads there", async ({ desk, context }) => {
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const visit = async (path: string) => {
    const page = await context.newPage();
    await page.goto(desk.server.url + path, { waitUntil: "networkidle" });
    expect(await page.content()).not.toContain("/desk");
  };
  await Promise.all(["/", "/contact-us", "/blogs"].map(visit));
  expect(asked).toContain("/blogs");
  expect(asked.filter((path) => path.startsWith("/desk"))).toEqual([]);
});

test("keys do what buttons do", async ({ emptyDesk: desk }) => {
  const reference = await desk.receive(FATIMA);
  const phone = await desk.signedIn("Yusuf Khan", "office");
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

test("what is tapped without a network is kept, goes out by itself, and counts once", async ({
  desk,
}) => {
  const reference = await desk.receive(FATIMA);
  const phone = await desk.signedIn("Mariam Haddad", "office", `/desk/requests/${reference}`);
  const { page, context } = phone;
  await context.setOffline(true);
  await page.getByLabel(/^Note/).fill("Comes on Tuesday");
  await button(page, "Spoke").click();
  await expect(page.getByText("It goes out by itself.")).toBeVisible();
  await button(page, "Undo").click();
  await expect(page.locator(".strip")).toContainText("Offline");
  await button(page, "Booked").click();
  await expect(page.locator(".strip")).toContainText(/Offline, as it was at \d\d:\d\d, 1 tap kept/);
  await context.setOffline(false);
  await expect(page.locator("main")).toContainText("You booked them");
  await expect(page.locator(".strip")).not.toContainText("Offline");
  const said = (await desk.log()).filter((line) => line.includes(reference));
  expect(said).toEqual([`Mariam Haddad, booked, ${reference}`]);
});

test("a request that came by phone is written down with the keyboard, and asked for what is wrong", async ({
  emptyDesk: desk,
}) => {
  const { page } = await desk.signedIn("Yusuf Khan", "office");
  await page.getByRole("link", { name: "Add a request" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a request");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("radio", { name: "By phone" }).focus();
  const type = async (words: string) => {
    await page.keyboard.press("Tab");
    await page.keyboard.type(words);
  };
  await type(FATIMA.name);
  await type("the villa's");
  await type("AC Repair");
  await type("No cooling");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await type("a neighbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Write it as 050 123 4567");
  await page.getByLabel("Phone number").fill("050 000 0142");
  await button(page, "Add it").dblclick();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(FATIMA.name);
  await expect(page.getByText("You wrote it down.")).toBeVisible();
  await expect(page.getByText("Emergency").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("Phone call", { exact: true })).toBeVisible();
  await page.goto(desk.at("/desk/"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 person is waiting");
});
