// Things this device keeps until the server has them: words of posts and of the site, notes, and taps. All of them go
// when somebody signs out.
import { rememberList } from "./came-from.ts";

/** Prefixes of the names in storage. */
export const KEPT_PREFIX = "desk-post:";
export const SITE_PREFIX = "desk-site:";
export const TAPS_PREFIX = "desk-taps:";
const NOTE_PREFIX = "desk-note:";

/** Does something with the storage; nothing where that is forbidden or full. */
function withStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

export function forgetKept(): void {
  const isKept = (name: string) =>
    [KEPT_PREFIX, TAPS_PREFIX, NOTE_PREFIX, SITE_PREFIX].some((prefix) => name.startsWith(prefix));
  withStorage((storage) => {
    for (const name of Object.keys(storage).filter(isKept)) storage.removeItem(name);
  });
  // The words of a search may be a name.
  rememberList("");
}

/** The note typed about a request and not sent yet. */
export const keptNote = (reference: string): string =>
  withStorage((storage) => storage.getItem(NOTE_PREFIX + reference)) ?? "";

export function keepNote(reference: string, text: string): void {
  const name = NOTE_PREFIX + reference;
  withStorage((storage) => (text ? storage.setItem(name, text) : storage.removeItem(name)));
}
