// Values that only the browser knows: React hydrates with the server's, and renders again with the browser's.
import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** What `read` returns, which must be the same each time; `onServer` until the document is hydrated. */
export function useInBrowser<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(subscribe, read, () => onServer);
}

/** True after hydration: for what needs scripts, or may load after the first view. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}
