// A walk through a page with the Tab key alone.
import type { Page } from "@playwright/test";

export type TabWalk = {
  /** Stops that the Tab key never came to. */
  missed: string[];
  /** Stops whose focus cannot be seen, or that stand outside the screen while they have it. */
  unseen: string[];
  /** The stop at which the Tab key did not move on any more. */
  trapped: string | null;
};

/** Numbers everything that the keyboard should come to, and returns how it begins. */
function numberStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex='0']",
    );
    const isStop = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest("dialog:not([open])") &&
      // The Tab key stops only at the chosen radio of a group.
      !(element instanceof HTMLInputElement && element.type === "radio" && !element.checked) &&
      element.tabIndex >= 0 &&
      !(element as HTMLButtonElement).disabled;
    const stops = [...all].filter(isStop);
    stops.forEach((element, at) => {
      element.dataset.stop = String(at);
    });
    return stops.map(({ outerHTML }) => outerHTML.slice(0, 90));
  });
}

/** Where the focus is now; null once it has left the page. */
function focused(page: Page) {
  return page.evaluate(() => {
    const active = document.activeElement as HTMLElement | null;
    if (!active || active === document.body) return null;
    const box = active.getBoundingClientRect();
    const ringed = (element: Element | null) =>
      !!element &&
      (getComputedStyle(element).outlineStyle !== "none" ||
        getComputedStyle(element, "::after").outlineStyle !== "none");
    const holders = [active, active.parentElement, active.closest("article, li, label, fieldset")];
    return {
      stop: active.dataset.stop,
      name: active.outerHTML.slice(0, 90),
      seen: holders.some(ringed) && box.bottom > 0 && box.top < innerHeight,
    };
  });
}

/** Presses Tab until the focus has left the page. */
export async function tabThrough(page: Page): Promise<TabWalk> {
  const stops = await numberStops(page);
  const reached = new Set<number>();
  const unseen: string[] = [];
  let last = "";
  for (let press = 0; press < stops.length + 20; press += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (!now) break;
    if (now.stop === last) return { missed: [], unseen, trapped: now.name };
    last = now.stop ?? "";
    if (now.stop) {
      if (reached.has(Number(now.stop))) break;
      reached.add(Number(now.stop));
    }
    if (!now.seen) unseen.push(now.name);
  }
  return { missed: stops.filter((_, at) => !reached.has(at)), unseen, trapped: null };
}
