// Phones that ring: the request to the browser, possible failures, and the worker's reaction to a message.
import { act, createElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { showBadge } from "../desk/browser/badge.ts";
import { textOf } from "../desk/browser/passkey-json.ts";
import { canRing, keepRinging, noteKept, ring } from "../desk/browser/phone.ts";
import { RingingStrip } from "../desk/screens/inbox/ringing.tsx";
import { ringingWords, ringWords, unreachable } from "../desk/screens/people/ringing.ts";
import type { Device, Me, Person, Ringing } from "../src/contract/desk.ts";
import { json, ME, posted, server, turnOn } from "./desk-phone.ts";
import { click, show } from "./render.tsx";

const KEY = "BAUG";
const ENDPOINT = "https://push.example/abc";
const CHROME = "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari";
const SILENT: Me = { ...ME, push_key: KEY, rings: false };

/** A browser's address at its push service. */
const subscription = (endpoint: string, key = KEY) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(atob(key), (c) => c.charCodeAt(0)).buffer },
  toJSON: () => ({ endpoint, keys: { p256dh: "BPub", auth: "AAth" } }),
  unsubscribe: vi.fn(async () => true),
});
type Subscription = ReturnType<typeof subscription>;

const browser = {
  there: null as Subscription | null,
  subscribe: vi.fn<(options: { applicationServerKey: Uint8Array }) => Promise<Subscription>>(),
  register: vi.fn(async (_address: string, _options: object) => ({})),
  request: vi.fn<() => Promise<NotificationPermission>>(),
};

function have(permission: NotificationPermission, userAgent = CHROME): void {
  const pushManager = {
    getSubscription: async () => browser.there,
    subscribe: browser.subscribe,
  };
  const ready = Promise.resolve({ pushManager });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: browser.request });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const serviceWorker = { register: browser.register, ready };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  Object.defineProperty(navigator, "userAgent", { value: userAgent, configurable: true });
}

/** Safari on a page that is not on the home screen. */
function haveNothing(userAgent: string): void {
  have("default", userAgent);
  Reflect.deleteProperty(window, "PushManager");
}

const PHONE = ["/desk/phone", { endpoint: ENDPOINT, p256dh: "BPub", auth: "AAth" }];

beforeEach(() => {
  turnOn();
  server.mockImplementation(async () => json({ rings: true }));
  localStorage.clear();
  browser.there = null;
  browser.register.mockClear();
  browser.request.mockReset().mockResolvedValue("granted");
  browser.subscribe.mockReset().mockImplementation(async () => subscription(ENDPOINT));
  have("default");
  noteKept({ rings: true });
});

describe("after a tap", () => {
  test("the browser is asked, and the server is told where to reach it", async () => {
    expect(await ring(KEY)).toEqual({ rings: true });
    expect(browser.register).toHaveBeenCalledWith("/desk/service-worker.js", { scope: "/desk/" });
    const [options] = browser.subscribe.mock.calls[0] ?? [];
    expect(options).toMatchObject({ userVisibleOnly: true });
    expect(textOf(options?.applicationServerKey.buffer as ArrayBuffer)).toBe(KEY);
    expect(posted()).toEqual([PHONE]);
  });

  test.each<[string, () => void, string]>([
    ["refused", () => browser.request.mockResolvedValue("denied"), "denied"],
    ["closed without an answer", () => browser.request.mockResolvedValue("default"), "put-off"],
    ["an old browser", () => haveNothing(CHROME), "unsupported"],
    ["an iPhone's page", () => haveNothing(IPHONE), "needs-home-screen"],
    [
      "no push service",
      () => browser.subscribe.mockRejectedValue(new DOMException("", "AbortError")),
      "no-service",
    ],
    [
      "a push service out of reach",
      () => server.mockResolvedValue(json({ screen: {} }, 422)),
      "no-service",
    ],
    ["no server", () => server.mockRejectedValue(new TypeError()), "offline"],
    ["a server without its database", () => server.mockResolvedValue(json({}, 503)), "offline"],
    ["a session that ended", () => server.mockResolvedValue(json({}, 401)), "failed"],
  ])("%s", async (_, arrange, failure) => {
    arrange();
    expect(await ring(KEY)).toBe(failure);
  });
});

describe("on every opening", () => {
  test("a phone that rings is left alone", async () => {
    await ring(KEY);
    server.mockClear();
    browser.there = subscription(ENDPOINT);
    expect(await keepRinging(KEY, true)).toEqual({ rings: true });
    expect(posted()).toEqual([]);
    expect(browser.request).toHaveBeenCalledOnce();
  });

  test("a new address is told", async () => {
    localStorage.setItem("desk-phone", "https://push.example/old");
    browser.there = subscription(ENDPOINT);
    await keepRinging(KEY, true);
    expect(posted()).toEqual([PHONE]);
  });

  test("an address that the server knows as gone is given up for another", async () => {
    const gone = subscription("https://push.example/gone");
    localStorage.setItem("desk-phone", gone.endpoint);
    browser.there = gone;
    await keepRinging(KEY, false);
    expect(gone.unsubscribe).toHaveBeenCalled();
    expect(posted()).toEqual([PHONE]);
  });

  test("an address for another key is given up too", async () => {
    const other = subscription(ENDPOINT, "AAAA");
    browser.there = other;
    await keepRinging(KEY, true);
    expect(other.unsubscribe).toHaveBeenCalled();
    expect(browser.subscribe).toHaveBeenCalled();
  });
});

describe("the strip in the inbox", () => {
  const strip = (me: Me) => createElement(RingingStrip, { me });
  const text = () => document.querySelector(".ringing")?.textContent ?? "";

  test("needs a key, and a phone that doesn't ring", async () => {
    await show(strip({ ...SILENT, push_key: null }));
    expect(text()).toBe("");
    await show(strip({ ...SILENT, rings: true }));
    expect(text()).toBe("");
    await show(strip(SILENT));
    expect(text()).toBe("This phone doesn't ring yet.Let it ring");
    expect(browser.request).not.toHaveBeenCalled();
  });

  test("says that it rings now", async () => {
    await show(strip(SILENT));
    await click(".ringing button");
    expect(document.activeElement?.textContent).toBe("This phone rings now.");
    await show(strip({ ...SILENT, rings: true }));
    expect(text()).toBe("This phone rings now.");
  });

  test.each<[string, () => void, string]>([
    [
      "when it's refused",
      () => browser.request.mockResolvedValue("denied"),
      "This phone doesn't let the desk ring. Allow notifications for this page in its settings.",
    ],
    [
      "on an iPhone",
      () => haveNothing(IPHONE),
      "On an iPhone, add the desk to the home screen first: Share, then “Add to Home Screen”.",
    ],
  ])("says what to do %s", async (_, arrange, words) => {
    arrange();
    await show(strip(SILENT));
    await click(".ringing button");
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(words);
    expect(document.querySelector(".ringing button")?.textContent).toBe("Let it ring");
  });

  test("isn't there while a phone that may ring is made to, only if that fails", async () => {
    have("granted");
    await show(strip(SILENT));
    expect(text()).toBe("");
    await act(async () => noteKept("no-service"));
    expect(text()).toContain("doesn't ring yet");
  });

  test("isn't there where nothing can ring", () => {
    haveNothing(CHROME);
    expect(canRing()).toBe(false);
  });
});

test("the number on the icon is how many wait", () => {
  const badges = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
  vi.stubGlobal("navigator", badges);
  showBadge(5);
  expect(badges.setAppBadge).toHaveBeenCalledWith(5);
  showBadge(0);
  expect(badges.clearAppBadge).toHaveBeenCalled();
  vi.stubGlobal("navigator", {});
  showBadge(1);
});

describe("among people", () => {
  const at = (time: string, day = 22) => Date.parse(`2026-11-${day}T${time}:00+04:00`);
  const NOW = at("13:56");
  const RINGS: Ringing = { ringing: "rings", at: at("08:00") };
  const GONE: Ringing = {
    ringing: "gone",
    at: at("20:14", 20),
    reason: "this phone is gone (410)",
  };
  const QUIET: Ringing = { ringing: "silent", at: at("08:00") };
  const NEW: Ringing = { ringing: "untested" };
  const device = (ringing: Ringing | null): Device => ({
    id: "d",
    label: "Chrome on Android",
    used_at: NOW,
    is_this: false,
    ringing,
  });
  const person = (name: string, ...ringing: (Ringing | null)[]): Person => ({
    id: name,
    name,
    roles: ["office"],
    mail: null,
    is_me: name === ME.name,
    devices: ringing.map(device),
    passkeys: [],
    invited_until: null,
  });
  const words = (ringing: Ringing, isAsked = false) => {
    const { words: said, why } = ringingWords(ringing, NOW, isAsked);
    return why ? `${said}: ${why}` : said;
  };

  test("each device says whether it rings, and why not", () => {
    expect(words(RINGS)).toBe("Rings: rang at 08:00");
    expect(words(GONE)).toBe("Doesn't ring: gone since Fri 20:14: “this phone is gone (410)”");
    expect(words(QUIET)).toBe("Doesn't ring: didn't answer the test at 08:00");
    expect(words(NEW)).toBe("Not tested yet");
    expect(words(NEW, true)).toBe("Asked just now");
  });

  test("the heading counts those that ring, once somebody has asked", () => {
    expect(ringWords([person("Yusuf Khan", null)], false)).toBe("");
    expect(ringWords([person("Yusuf Khan", RINGS, GONE), person("Layla", RINGS)], false)).toBe(
      "2 phones ring",
    );
    expect(ringWords([person("Yusuf Khan", RINGS, NEW)], true)).toBe("asking 1 phone");
    expect(ringWords([person("Yusuf Khan", NEW)], false)).toBe("1 phone not tested yet");
    expect(ringWords([person("Yusuf Khan", GONE, QUIET)], false)).toBe("no phone rings");
  });

  test("and names who can't be reached at all", () => {
    const said = (...people: Person[]) =>
      unreachable(people, NOW).map(({ whose, rest }) => [whose, rest].filter(Boolean).join(" "));
    expect(said(person("Yusuf Khan", GONE), person("Layla", RINGS, GONE))).toEqual([
      "Yusuf phone hasn't answered since Fri 20:14.",
    ]);
    expect(said(person(ME.name, QUIET))).toEqual(["phone hasn't answered since 08:00."]);
    expect(said(person("Yusuf Khan", NEW, GONE), person("Khalid", null))).toEqual([]);
  });
});
