// Messages on this device: asks the person for the permission, the browser for an address at its push service, and tells
// the server that address.
import { bytesOf, textOf } from "./passkey-json.ts";
import { post } from "./server.ts";
import { worker } from "./worker.ts";

/** Why this device doesn't ring. */
export type RingFailure =
  /** The person, or their settings, said no. */
  | "denied"
  /** The question was closed without an answer. */
  | "put-off"
  /** iOS lets only what is on the home screen ring. */
  | "needs-home-screen"
  | "unsupported"
  /** The browser's push service doesn't answer, or is none that the server can reach. */
  | "no-service"
  | "offline"
  | "failed";

type Outcome = { rings: true } | RingFailure;

/** The address that the server was last told from this browser. */
const TOLD = "desk-phone";

class Refusal extends Error {
  constructor(readonly failure: RingFailure) {
    super(failure);
  }
}

/** iPads say that they are Macs with a touch screen. */
const isIos = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) ||
  (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isOnHomeScreen = () => matchMedia("(display-mode: standalone)").matches;

const hasPush = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether this browser can ring, at once or from the home screen. */
export const canRing = (): boolean => hasPush() || (isIos() && !isOnHomeScreen());

/** Whether somebody has allowed it here already. */
export const mayRing = (): boolean => hasPush() && Notification.permission === "granted";

/** Storage may be forbidden: then the server is told each time. */
function lastTold(): string | null {
  try {
    return localStorage.getItem(TOLD);
  } catch {
    return null;
  }
}

function rememberTold(endpoint: string): void {
  try {
    localStorage.setItem(TOLD, endpoint);
  } catch {
    // See above.
  }
}

/** The browser's address at its push service, a new one where `isGone` says that the one it has won't do. */
async function subscribe(
  key: string,
  isGone: (endpoint: string) => boolean,
): Promise<PushSubscription> {
  const { pushManager } = await worker();
  const there = await pushManager.getSubscription();
  if (there) {
    const madeFor = there.options.applicationServerKey;
    const isOfKey = madeFor != null && textOf(madeFor) === key;
    if (isOfKey && !isGone(there.endpoint)) return there;
    await there.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys } = subscription.toJSON();
  const answer = await post("/desk/phone", { endpoint, ...keys }).catch(() => null);
  if (!answer || answer.status >= 500) throw new Refusal("offline");
  if (answer.status === 422) throw new Refusal("no-service");
  const isTold = answer.ok && !answer.redirected;
  if (!isTold) throw new Refusal("failed");
  rememberTold(endpoint);
}

/** The browser's exceptions, by name (W3C Push API, `subscribe`). */
const EXCEPTIONS: Record<string, RingFailure> = {
  NotAllowedError: "denied",
  NotSupportedError: "unsupported",
  AbortError: "no-service",
};

async function outcomeOf(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { rings: true };
  } catch (error) {
    if (error instanceof Refusal) return error.failure;
    if (!navigator.onLine) return "offline";
    return EXCEPTIONS[(error as Error).name] ?? "failed";
  }
}

/** Makes this device ring. The browser asks its person for the permission, so this is only for after a tap. */
export async function ring(key: string): Promise<Outcome> {
  if (!hasPush()) return isIos() && !isOnHomeScreen() ? "needs-home-screen" : "unsupported";
  return outcomeOf(async () => {
    // First of all: Safari has to see that it comes from a tap.
    const permission = await Notification.requestPermission();
    if (permission !== "granted") throw new Refusal(permission === "denied" ? "denied" : "put-off");
    const told = lastTold();
    await tell(await subscribe(key, (endpoint) => endpoint === told));
  });
}

/**
 * Keeps a device ringing that may: push services change addresses, and forget some. `rings` is what the server knows: where
 * it doesn't ring although the server was told its address, that address is gone.
 */
export function keepRinging(key: string, rings: boolean): Promise<Outcome> {
  return outcomeOf(async () => {
    const told = lastTold();
    const subscription = await subscribe(key, (endpoint) => !rings && endpoint === told);
    if (!rings || subscription.endpoint !== told) await tell(subscription);
  });
}

const CHANGED = "desk-phone-unreached";
let isUnreached = false;

/** Whether this device may ring, and still couldn't be made to since the page was opened. */
export const couldNotKeepRinging = (): boolean => isUnreached;

export function noteKept(outcome: Outcome): void {
  isUnreached = typeof outcome === "string";
  dispatchEvent(new Event(CHANGED));
}

/** Calls back whenever that changes, until the answer is called. */
export function onKept(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}
