// Which clicks on links become client-side navigation, and which the browser handles.
import type { MouseEvent, SyntheticEvent } from "react";
import { FEED } from "../blog/address.ts";
import { moduleOf } from "../pages/kinds.ts";
import { type Destination, type Place, resolve } from "./resolve.ts";

/** Pages that only the server can render: they depend on more than their address. */
const SERVER_ONLY = new Set(["not-found", "request-answer"]);

/** Whether the browser can render this page from its data. */
export function canRender({ page }: Destination): boolean {
  return moduleOf(page) !== null && !SERVER_ONLY.has(page);
}

function placeOf(link: HTMLAnchorElement): Place {
  return { path: link.pathname, search: link.search, hash: link.hash };
}

/** Where a link inside the site leads; null where the browser should follow the link itself. */
export function destinationOf(link: HTMLAnchorElement): Destination | null {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  // The feed's address looks like a post's.
  if (link.pathname === FEED) return null;
  const destination = resolve(placeOf(link));
  return canRender(destination) ? destination : null;
}

export function linkUnder(event: SyntheticEvent): HTMLAnchorElement | null {
  return (event.target as Element).closest?.("a[href]") ?? null;
}

/** Whether it is the main button, without a key that opens a new tab. */
export function isPlain(event: MouseEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return (
    event.button === 0 && !(altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented)
  );
}
