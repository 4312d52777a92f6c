// The worker on a phone while the desk is closed: its notification of a message, and the place a tap on it leads to.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const ORIGIN = "https://amwaj.example";
const REQUEST = `${ORIGIN}/desk/requests/AMW-7K3F9`;

type Window = { url: string; focus: () => Promise<void>; navigate: (to: string) => Promise<void> };
type Shown = { title: string; close: () => void; [option: string]: unknown };
const shown: Shown[] = [];
const asked = vi.fn<(address: string, options: RequestInit) => Promise<Response>>();
const heard: Record<string, (event: object) => void> = {};

const scope = {
  location: { origin: ORIGIN },
  navigator: { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) },
  clients: { matchAll: vi.fn(async () => [] as Window[]), openWindow: vi.fn(async () => {}) },
  skipWaiting: vi.fn(),
  registration: {
    showNotification: vi.fn(async (title: string, options: object) => {
      shown.push({ title, close: vi.fn(), ...options });
    }),
    getNotifications: vi.fn(async () => shown),
    pushManager: { subscribe: vi.fn() },
  },
  addEventListener: (name: string, listener: (event: object) => void) => {
    heard[name] = listener;
  },
};

/** Lets the worker do all that it wants to do after an event. */
async function happen(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (given: Promise<unknown>) => {
    work = given;
  };
  heard[name]?.({ ...event, waitUntil });
  await vi.runAllTimersAsync();
  await work;
}

const MESSAGE = {
  web_push: 8030,
  notification: {
    title: "AC repair, emergency",
    body: "Answer by 14:18 (60 min)",
    navigate: REQUEST,
    tag: "AMW-7K3F9",
    silent: false,
  },
  app_badge: "5",
};
const push = (message: unknown) => happen("push", { data: { json: () => message } });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  shown.length = 0;
  asked.mockResolvedValue(new Response("{}"));
  vi.stubGlobal("self", scope);
  vi.stubGlobal("DESK_BUILD", { version: "1", files: [] });
  vi.stubGlobal("fetch", asked);
  vi.resetModules();
  await import("../desk/service-worker.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a message", () => {
  test("is shown as it is, with how many wait on the icon", async () => {
    await push(MESSAGE);
    expect(shown).toMatchObject([
      {
        title: "AC repair, emergency",
        body: "Answer by 14:18 (60 min)",
        tag: "AMW-7K3F9",
        silent: false,
        renotify: true,
        icon: "/desk/icon-192.png",
        data: { navigate: REQUEST },
      },
    ]);
    expect(scope.navigator.setAppBadge).toHaveBeenCalledWith(5);
    expect(asked).not.toHaveBeenCalled();
  });

  test("that somebody has answered takes the first one's place without a sound", async () => {
    const notification = { ...MESSAGE.notification, title: "Answered by Yusuf", silent: true };
    await push({ ...MESSAGE, notification, app_badge: "0" });
    expect(shown).toMatchObject([{ tag: "AMW-7K3F9", silent: true, renotify: false }]);
    expect(scope.navigator.clearAppBadge).toHaveBeenCalled();
  });

  test.each([
    ["without data", { data: null }],
    ["of nothing", { data: { json: () => null } }],
    ["that is no JSON", { data: { json: () => JSON.parse("<") } }],
  ])("%s shows something all the same", async (_, event) => {
    await happen("push", event);
    expect(shown).toMatchObject([{ title: "Something new at the desk", renotify: false }]);
  });

  test("that tests the phone is answered, and goes away again", async () => {
    const notification = { title: "This phone rings", tag: "test", silent: true };
    await push({ notification, test: true });
    const [address, options] = asked.mock.calls[0] ?? [];
    expect(address).toBe("/desk/phone/rang");
    expect(options).toMatchObject({ method: "POST", credentials: "same-origin" });
    expect(shown[0]?.close).toHaveBeenCalled();
  });

  test("that the browser has read itself is treated the same", async () => {
    const notification = { title: "This phone rings", body: "", tag: "test", silent: true };
    await happen("push", { data: null, notification, appBadge: 2 });
    expect(shown).toMatchObject([{ title: "This phone rings", tag: "test" }]);
    expect(scope.navigator.setAppBadge).toHaveBeenCalledWith(2);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe("a tap", () => {
  const window = (path: string): Window => ({
    url: ORIGIN + path,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async () => {}),
  });
  const tap = (navigate: unknown) =>
    happen("notificationclick", { notification: { close: vi.fn(), data: { navigate } } });

  test("opens the request", async () => {
    scope.clients.matchAll.mockResolvedValue([window("/contact-us")]);
    await tap(REQUEST);
    expect(scope.clients.openWindow).toHaveBeenCalledWith(REQUEST);
  });

  test("leads an open desk there", async () => {
    const desk = window("/desk/");
    scope.clients.matchAll.mockResolvedValue([window("/"), desk]);
    await tap(REQUEST);
    expect(desk.focus).toHaveBeenCalled();
    expect(desk.navigate).toHaveBeenCalledWith(REQUEST);
    expect(scope.clients.openWindow).not.toHaveBeenCalled();
  });

  test("leaves a window that shows it already as it is", async () => {
    const there = window("/desk/requests/AMW-7K3F9");
    scope.clients.matchAll.mockResolvedValue([window("/desk/"), there]);
    await tap(REQUEST);
    expect(there.focus).toHaveBeenCalled();
    expect(there.navigate).not.toHaveBeenCalled();
  });

  test("opens another window where the open one can't be led", async () => {
    const old = window("/desk/");
    old.navigate = vi.fn(async () => Promise.reject(new TypeError()));
    scope.clients.matchAll.mockResolvedValue([old]);
    await tap(REQUEST);
    expect(scope.clients.openWindow).toHaveBeenCalledWith(REQUEST);
  });

  test.each(["https://evil.example/desk/", "javascript:alert(1)", `${ORIGIN}/contact-us`, null])(
    "on %s opens the desk",
    async (address) => {
      scope.clients.matchAll.mockResolvedValue([]);
      await tap(address);
      expect(scope.clients.openWindow).toHaveBeenCalledWith(`${ORIGIN}/desk/`);
    },
  );
});

describe("another address at the push service", () => {
  const fresh = { toJSON: () => ({ endpoint: "https://p.example/2", keys: { auth: "A" } }) };

  test("is asked for with the same key, and told", async () => {
    scope.registration.pushManager.subscribe.mockResolvedValue(fresh);
    const applicationServerKey = new ArrayBuffer(65);
    await happen("pushsubscriptionchange", {
      oldSubscription: { options: { applicationServerKey } },
    });
    expect(scope.registration.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey,
    });
    const [address, options] = asked.mock.calls[0] ?? [];
    expect(address).toBe("/desk/phone");
    expect(String(options?.body)).toBe("endpoint=https%3A%2F%2Fp.example%2F2&auth=A");
  });

  test("is left to the next opening where the key isn't known", async () => {
    await happen("pushsubscriptionchange", { oldSubscription: null });
    expect(asked).not.toHaveBeenCalled();
  });
});
