// Which links the site follows by itself, and which it leaves to the browser.
import type { MouseEvent, SyntheticEvent } from "react";
import { FEED } from "../blog/address.ts";
import { moduleOf } from "../pages/kinds.ts";
import { type Destination, type Place, resolve } from "./resolve.ts";

/** Pages that only the server can show: they depend on more than their address. */
const SERVER_ONLY = new Set(["not-found", "request-answer"]);

/** Whether the browser can show this page from its data. */
export function isOurs({ page }: Destination): boolean {
  return moduleOf(page) !== null && !SERVER_ONLY.has(page);
}

function placeOf(link: HTMLAnchorElement): Place {
  return { path: link.pathname, search: link.search, hash: link.hash };
}

/** Where a link inside the site leads, or null where the browser should follow it. */
export function destinationOf(link: HTMLAnchorElement): Destination | null {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  // It looks like a post's address, and is none.
  if (link.pathname === FEED) return null;
  const destination = resolve(placeOf(link));
  return isOurs(destination) ? destination : null;
}

export function linkUnder(event: SyntheticEvent): HTMLAnchorElement | null {
  return (event.target as Element).closest?.("a[href]") ?? null;
}

/** A plain click: no second button, no key that asks for a new tab. */
export function isPlain(event: MouseEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return (
    event.button === 0 && !(altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented)
  );
}
