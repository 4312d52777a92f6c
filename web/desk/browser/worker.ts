// The desk's service worker, and the screens that it keeps for when there is no network.
import { workerAddress } from "./trusted-types.ts";

/** The worker; `subscribe` needs it to be running. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerAddress(), { scope: "/desk/" });
  return navigator.serviceWorker.ready;
}

/** Starts it where there are workers; the desk goes on without. */
export function startWorker(): void {
  if ("serviceWorker" in navigator) worker().catch(() => {});
}

/** Forgets the screens that are kept on this device. The worker does so too, but it does not see every page. */
export async function forgetScreens(): Promise<void> {
  if (!("caches" in globalThis)) return;
  const names = await caches.keys();
  const screens = names.filter((name) => name.startsWith("desk-screens-"));
  await Promise.all(screens.map((name) => caches.delete(name)));
}
