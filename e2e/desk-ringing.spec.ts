// Phones that ring: a request on a locked phone, the target of a tap on it, tests of phones, and the desk as an
// app. The headless shell has no notifications, so these are for the whole browser. Its push service is out of reach here:
// the browser's subscription is one of a push service on this machine, whose messages are handed to the worker.
import { expect, type Worker } from "@playwright/test";
import { type Phone as Subscriber, PushService } from "../scripts/shared/push-service.mjs";
import { sendMail } from "../scripts/shared/send-mail.mjs";
import { axeFindings } from "./site/axe.ts";
import { type Desk, type Phone, test } from "./site/desk.ts";

test.use({
  launchOptions: {
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--headless=new", "--disable-gpu"],
  },
});

const STRIP = "This phone doesn't ring yet.";
const VISITOR = {
  name: "Fatima Al Mansoori",
  phone: "050 123 4567",
  service: "Plumbing Services",
  message: "Water on the floor of the kitchen.",
};

/** A push message. */
type PushMessage = {
  notification: { title: string; body: string; navigate: string; tag: string; silent: boolean };
  test?: boolean;
};

/** The next message to a subscriber, once it is there. */
async function next({ messages }: Subscriber): Promise<PushMessage> {
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  return messages.shift()!.body;
}

/** A phone whose browser has a subscription of this push service as soon as it wants one. */
async function make(
  desk: Desk,
  { subscription: { endpoint, ...keys } }: Subscriber,
): Promise<Phone> {
  const phone = await desk.phone();
  await phone.page.addInitScript(
    (given) => {
      const there = "a-subscription";
      const subscription = (applicationServerKey: unknown) => ({
        endpoint: given.endpoint,
        options: { applicationServerKey },
        toJSON: () => given,
        unsubscribe: async () => true,
      });
      PushManager.prototype.subscribe = async (options) => {
        const key = new Uint8Array(options!.applicationServerKey as ArrayBuffer);
        localStorage.setItem(there, JSON.stringify([...key]));
        return subscription(key.buffer) as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => {
        const key = JSON.parse(localStorage.getItem(there) ?? "null") as number[] | null;
        return key && (subscription(Uint8Array.from(key).buffer) as unknown as PushSubscription);
      };
    },
    { endpoint, keys },
  );
  return phone;
}

/** Lets the phone ring, as its owner does. */
async function letRing(phone: Phone, desk: Desk): Promise<void> {
  await expect(phone.page.getByText(STRIP)).toBeVisible();
  await phone.context.grantPermissions(["notifications"], { origin: desk.at("") });
  await phone.press("Let it ring");
  await expect(phone.page.getByRole("status").filter({ hasText: "rings now" })).toBeFocused();
}

const workerOf = (phone: Phone): Worker => phone.context.serviceWorkers()[0]!;

/** Hands a message to the worker, as the browser does once its push service has it. */
async function deliver(phone: Phone, desk: Desk, message: PushMessage): Promise<void> {
  const devtools = await phone.context.newCDPSession(phone.page);
  const registered = new Promise<string>((done) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === desk.at("/desk/"));
      if (ours) done(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const data = JSON.stringify(message);
  const origin = desk.at("");
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await devtools.detach();
}

/** Notifications on the phone. */
const shown = (phone: Phone) =>
  workerOf(phone).evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

/** Notes the phone's notifications from now on, however soon they go away; returns a way to read the notes. */
async function watchShown(phone: Phone): Promise<() => Promise<string[]>> {
  const worker = workerOf(phone);
  await worker.evaluate(() => {
    const scope = self as any;
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.noted = [];
    scope.registration.showNotification = (title: string, options: NotificationOptions) => {
      scope.noted.push(title);
      return show(title, options);
    };
  });
  return () => worker.evaluate(() => (self as any).noted);
}

/** Taps on what the phone shows: a script's tap may not bring a window to the front, but leads there all the same. */
const tap = (phone: Phone) =>
  workerOf(phone).evaluate(async () => {
    const scope = self as any;
    scope.WindowClient.prototype.focus = async function () {
      return this;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = Object.assign(new Event("notificationclick"), {
      notification,
      waitUntil: () => {},
    });
    scope.dispatchEvent(event);
  });

/** The worker says that it rang after it has shown the message. */
const hasRung = (phone: Phone, people: string) =>
  expect(async () => {
    await phone.open(people);
    const rings = "It's only you so far, 1 phone rings";
    await expect(phone.heading()).toHaveText(rings, { timeout: 1000 });
  }).toPass();

test.describe("a phone that is let ring", () => {
  let service: PushService;
  let push: Subscriber;
  test.beforeEach(async () => {
    service = await PushService.start();
    push = service.phone();
  });
  test.afterEach(async () => {
    expect(service.complaints).toEqual([]);
    await service.stop();
  });

  test("hears of a request without a name or a number, and a tap leads to it", async ({
    emptyDesk: desk,
  }) => {
    const phone = await make(desk, push);
    await phone.join(await desk.invite("Mariam Haddad", "owner"));
    await phone.press("Not now");
    await expect(phone.page.getByText(STRIP)).toBeVisible();
    expect(await axeFindings(phone.page)).toEqual([]);
    await letRing(phone, desk);
    await phone.open(desk.at("/desk/"));
    await expect(phone.page.getByText(STRIP)).toHaveCount(0);

    await sendMail(desk.server.url, VISITOR);
    const message = await next(push);
    const [lead] = await desk.server.leads();
    expect(message).toMatchObject({
      notification: {
        title: VISITOR.service,
        body: expect.stringMatching(/^Answer by /),
        tag: lead.reference,
        silent: false,
      },
      app_badge: 1,
    });
    expect(JSON.stringify(message)).not.toMatch(/Fatima|123|4567|kitchen/);
    await deliver(phone, desk, message);
    const { title, body, tag, silent } = message.notification;
    await expect.poll(() => shown(phone)).toEqual([{ title, body, tag, silent }]);

    await tap(phone);
    await expect(phone.page).toHaveURL(/\/desk\/requests\/AMW-/);
    await expect(phone.heading()).toContainText(VISITOR.name);
    await expect.poll(() => shown(phone)).toEqual([]);
    await expect(phone.page.locator("main")).toContainText("On 1 phone.");
  });

  test("answers a test by itself, and one that is gone is named with the reason", async ({
    emptyDesk: desk,
  }) => {
    const phone = await make(desk, push);
    await phone.join(await desk.invite("Mariam Haddad", "owner"));
    await phone.press("Not now");
    await letRing(phone, desk);
    await phone.open(desk.at("/desk/people"));
    await expect(phone.heading()).toHaveText("It's only you so far, 1 phone not tested yet");
    expect(await axeFindings(phone.page)).toEqual([]);
    await phone.press("Test now");
    await expect(phone.page.getByText("1 phone was asked.")).toBeVisible();
    await expect(phone.page.locator(".dev")).toContainText("Asked just now");
    const message = await next(push);
    expect(message).toMatchObject({ test: true, notification: { silent: true } });
    const noted = await watchShown(phone);
    await deliver(phone, desk, message);
    await expect.poll(noted).toEqual([message.notification.title]);
    await hasRung(phone, desk.at("/desk/people"));
    await expect(phone.page.locator(".dev")).toContainText(/Rings\s*rang at \d\d:\d\d/);

    push.status = 410;
    await phone.press("Test now");
    await expect(phone.page.locator(".dev")).toContainText("Doesn't ring");
    await expect(phone.page.locator(".dev")).toContainText("“this phone is gone (410)”");
    expect(await axeFindings(phone.page)).toEqual([]);
    // A test goes away by itself.
    await expect.poll(() => shown(phone), { intervals: [100] }).toEqual([]);
  });
});

test("a phone whose owner says no says how it can ring after all", async ({ desk }) => {
  const phone = await desk.phone();
  await phone.page.addInitScript(() => {
    Notification.requestPermission = async () => "denied";
  });
  await phone.join(await desk.invite("Yusuf Khan", "office"));
  await phone.press("Not now");
  await phone.press("Let it ring");
  await expect(phone.alert()).toHaveText(
    "This phone doesn't let the desk ring. Allow notifications for this page in its settings.",
  );
});

test("the desk can be put on the home screen; its worker is none of the public pages'", async ({
  desk,
}) => {
  const phone = await desk.phone();
  await phone.page.goto(desk.at("/"));
  await phone.page.goto(desk.at("/desk/sign-in"));
  const href = await phone.page.locator('link[rel="manifest"]').getAttribute("href");
  const answer = await phone.page.request.get(desk.at(href!));
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: "Amwaj desk",
    short_name: "Desk",
    id: "/desk/",
    start_url: "/desk/",
    scope: "/desk/",
    display: "standalone",
  });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await phone.page.request.get(desk.at(src));
    expect(icon.headers()["content-type"]).toBe(type);
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  const devtools = await phone.context.newCDPSession(phone.page);
  const { errors } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(phone.context.serviceWorkers()).toEqual([]);
});
