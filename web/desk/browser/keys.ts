// Single keys: each does what the element does that names it in `aria-keyshortcuts`. Off inside fields, and whenever
// somebody has switched them off on this device.

const SWITCH = "desk-keys";
const ROWS = "[data-row]";

/** Storage may be forbidden. */
export function keysAreOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(SWITCH, on ? "on" : "off");
  } catch {
    // They stay on then.
  }
}

const isField = (element: Element | null) =>
  element?.matches("input, textarea, select, [contenteditable]") ?? false;
const isVisible = (element: Element) => element.getClientRects().length > 0;

function actOn(element: HTMLElement): void {
  element.focus();
  if (isField(element)) return;
  element.click();
  const opened = element.parentElement;
  if (opened instanceof HTMLDetailsElement)
    opened.querySelector<HTMLElement>("input[name=q]")?.focus();
}

/** Moves the focus to the next or the previous row of a list. */
function moveBy(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(isVisible);
  const current = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[current < 0 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next != null;
}

/** For how long G waits for the key of a place, in milliseconds. */
const GO_MS = 1500;
let goUntil = 0;

/** G, then the key of a place: whether this was the second of them. */
function go(key: string, at: number): boolean {
  const asked = at < goUntil;
  goUntil = key === "G" ? at + GO_MS : 0;
  const place = asked && document.querySelector<HTMLElement>(`[data-go="${CSS.escape(key)}"]`);
  if (place) place.click();
  return Boolean(place);
}

/** Whether the key did something. */
function act(key: string): boolean {
  const named = [
    ...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`),
  ];
  const element = named.find(isVisible);
  if (element) actOn(element);
  else if (key === "J") return moveBy(1);
  else if (key === "K") return moveBy(-1);
  return element != null;
}

/** Listens until the answer is called. */
export function listenForKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (isField(document.activeElement)) {
      if (event.key === "Escape") (document.activeElement as HTMLElement).blur();
      return;
    }
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key.length === 1 && !keysAreOn()) return;
    if (go(key, event.timeStamp) || act(key)) event.preventDefault();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
