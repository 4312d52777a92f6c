// The desk's worker: while the desk is closed it shows push messages, and leads from a notification to its request; while
// the network is away it answers with what the device keeps (`worker/`). It shares no file with the page, since it has to
// be one plain script.
import {
  answerFetch,
  type Fetching,
  forgetOtherBuilds,
  keepFiles,
  keepList,
} from "./worker/offline.ts";

/** The parts of a worker's scope used here; TypeScript's library for pages does not have them. */
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<DeskWindow[]>;
    openWindow(address: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  location: Location;
  navigator: Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): void;
};
type DeskWindow = {
  url: string;
  focus(): Promise<DeskWindow>;
  navigate(address: string): Promise<unknown>;
};
type Lasting = { waitUntil(work: Promise<unknown>): void };
type Events = {
  install: Lasting;
  activate: Lasting;
  fetch: Fetching;
  push: Lasting & {
    data: { json(): unknown } | null;
    /** The notification the browser would show by itself (W3C Push API, "declarative push message"). */
    notification?: Notification & { navigate?: string };
    appBadge?: number | null;
  };
  notificationclick: Lasting & { notification: Notification };
  pushsubscriptionchange: Lasting & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
};

/** A message in the declarative form, as far as it is used. */
type Message = {
  notification: { title: string; body?: string; navigate?: string; tag?: string; silent?: boolean };
  app_badge?: string | number;
  test?: boolean;
};

declare const self: Scope;

const DESK = "/desk/";
const ICON = "/desk/icon-192.png";
const TEST_TAG = "test";
/** For how long a test can be seen, in milliseconds. */
const TEST_SHOWN_MS = 3000;
/** Browsers insist that each message shows something. */
const UNREADABLE: Message = {
  notification: { title: "Something new at the desk", body: "Open the desk to see it." },
};

function messageOf({ data, notification, appBadge }: Events["push"]): Message {
  if (notification) {
    const { title, body, navigate, tag } = notification;
    const silent = notification.silent ?? false;
    return {
      notification: { title, body, navigate, tag, silent },
      app_badge: appBadge ?? undefined,
      test: tag === TEST_TAG,
    };
  }
  try {
    const message = data?.json() as Message | undefined;
    return typeof message?.notification?.title === "string" ? message : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** The same address, if it is the desk's; otherwise its first screen. */
function deskAddress(address: unknown): string {
  try {
    const url = new URL(String(address), self.location.origin);
    const isDesk = url.origin === self.location.origin && url.pathname.startsWith(DESK);
    return isDesk ? url.href : self.location.origin + DESK;
  } catch {
    return self.location.origin + DESK;
  }
}

function showNotification({ notification }: Message): Promise<void> {
  const { title, body = "", tag = "", silent = false, navigate } = notification;
  const options = {
    body,
    tag,
    silent,
    // A later message on a request takes the place of the first, and rings again. Without a tag, that is an error.
    renotify: tag !== "" && !silent,
    icon: ICON,
    badge: ICON,
    data: { navigate },
  };
  return self.registration.showNotification(title, options);
}

async function showBadge({ app_badge }: Message): Promise<void> {
  const count = Number(app_badge);
  if (app_badge == null || !Number.isInteger(count)) return;
  const { navigator } = self;
  // Some browsers refuse where the desk is not on the home screen.
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** Says to the server that the test has reached this phone. */
async function answerTest(): Promise<void> {
  const headers = { accept: "application/json" };
  await fetch("/desk/phone/rang", { method: "POST", credentials: "same-origin", headers }).catch(
    () => {}, // Then the desk says that this phone did not answer.
  );
}

async function closeTest(tag: string): Promise<void> {
  await new Promise((done) => setTimeout(done, TEST_SHOWN_MS));
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

async function show(message: Message): Promise<void> {
  const { test } = message;
  await Promise.all([
    showNotification(message),
    showBadge(message),
    test && answerTest(),
    test && closeTest(message.notification.tag ?? ""),
  ]);
}

async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const desk = windows.filter(({ url }) => url === deskAddress(url));
  const window = desk.find(({ url }) => url === address) ?? desk[0];
  try {
    await window?.focus();
    if (window && window.url !== address) await window.navigate(address);
  } catch {
    // A window from before this worker cannot be led anywhere.
    await self.clients.openWindow(address);
    return;
  }
  if (!window) await self.clients.openWindow(address);
}

/** The push service has given this phone another address, or wants it to ask for one. */
async function renew({ oldSubscription, newSubscription }: Events["pushsubscriptionchange"]) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const options = { userVisibleOnly: true, applicationServerKey };
  const { pushManager } = self.registration;
  // Without the key, the page asks when the desk is opened next.
  const fresh = newSubscription ?? (applicationServerKey && (await pushManager.subscribe(options)));
  if (!fresh) return;
  const { endpoint = "", keys } = fresh.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys });
  const headers = { accept: "application/json" };
  await fetch("/desk/phone", { method: "POST", credentials: "same-origin", headers, body });
}

async function install(): Promise<void> {
  await keepFiles();
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  await forgetOtherBuilds();
  // The page that is open keeps what it shows, too.
  await self.clients.claim();
  await keepList();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", answerFetch);
self.addEventListener("push", (event) => event.waitUntil(show(messageOf(event))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(deskAddress(event.notification.data?.navigate)));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
