// Faults found by one look at the open page; each check gives a list, which is empty when all is well.
import type { Page } from "@playwright/test";

/** Opens every closed answer, so that its words take part in what is measured. */
export function openAnswers(page: Page) {
  return page.locator("details").evaluateAll((all) => {
    for (const one of all as HTMLDetailsElement[]) {
      one.removeAttribute("name");
      one.open = true;
    }
  });
}

/** Distance the page can be moved sideways, and elements that stick out. */
export function sideways(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("main *, footer *, header *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80));
    return scrollWidth > clientWidth
      ? [`${scrollWidth - clientWidth} px`, ...wide.slice(0, 3)]
      : [];
  });
}

/** Words that are wider than the box that shows them, and so are cut off. */
export function cutOff(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, p, li, a, td, th, dd, label)")]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 &&
          one.clientWidth > 1 &&
          getComputedStyle(one).display !== "inline" &&
          getComputedStyle(one).overflowX !== "visible",
      )
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}

/** Words of the page that are not shown; answers of closed questions aside. */
export function hidden(page: Page) {
  return page.locator("main :is(h2, h3, p, li, dd, a)").evaluateAll((all) =>
    all
      .filter((one) => !one.closest("details, .mapbox, [aria-hidden=true]"))
      .filter((one) => !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => one.textContent),
  );
}

export function brokenPictures(page: Page) {
  return page
    .locator("img")
    .evaluateAll((all) =>
      (all as HTMLImageElement[])
        .filter((img) => img.complete && img.naturalWidth === 0)
        .map((img) => img.src),
    );
}

/** Jumps of parts of the page so far without a touch (cumulative layout shift), and which parts they were. */
export function layoutShifts(page: Page) {
  return page.evaluate(async () => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // Jumps are known once they are drawn.
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter((one) => !one.hadRecentInput);
    observer.disconnect();
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const nodes = shifts.flatMap(({ sources }) => sources.map(({ node }) => node));
    const names = nodes.map((node) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? "");
    return sum > 0.01 ? [sum.toFixed(3), ...names] : [];
  });
}

/** Prices, times, hours and telephone numbers that are split over two lines; long texts aside. */
export function splitFigures(page: Page) {
  return page.evaluate(() => {
    const figures =
      /AED [\d,]+\d(–[\d,]+\d)?|\+971[\d ]+|\d(–\d+)? (h|min|hours?|minutes?|days?|weeks?|months?)\b|\d[ap]m( to [\d:]+[ap]m)?/g;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const words = text.textContent ?? "";
      if (text.parentElement?.closest("script, .prose")) continue;
      for (const { 0: figure, index } of words.matchAll(figures)) {
        const place = document.createRange();
        place.setStart(text, index);
        place.setEnd(text, index + figure.trimEnd().length);
        const lines = new Set([...place.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(words.slice(Math.max(0, index - 30), index + 30));
      }
    }
    return found;
  });
}

/** Words that would be light on paper, which is white. */
export function lightOnPaper(page: Page) {
  return page
    .locator("main :is(h1, h2, h3, p, li, a, td, th, dd, dt, label), footer :is(p, a, li)")
    .evaluateAll((all) => {
      const canvas = document.createElement("canvas").getContext("2d")!;
      const luminance = (colour: string) => {
        canvas.fillStyle = "#fff";
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
        return (0.2126 * r! + 0.7152 * g! + 0.0722 * b!) / 255;
      };
      return all
        .filter((one) => one.checkVisibility() && one.textContent?.trim())
        .filter((one) => luminance(getComputedStyle(one).color) > 0.6)
        .map((one) => one.outerHTML.slice(0, 80));
    });
}

/** Which part of the screen's height is covered by what sticks to it, from 0 to 1. */
export function covered(page: Page) {
  return page.evaluate(() => {
    let rows = 0;
    for (let y = 2; y < innerHeight; y += 5) {
      const at = document.elementFromPoint(innerWidth / 2, y);
      for (let one = at; one; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position) && !one.closest(".faq-side")) {
          rows += 1;
          break;
        }
    }
    return (rows * 5) / innerHeight;
  });
}

/** Waits for the end of all fades and movements. Animations that follow scrolling, or never end, are left alone. */
export function fadesEnd(page: Page) {
  return page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Switches to paper. */
export async function toPaper(page: Page) {
  await page.emulateMedia({ media: "print" });
  await fadesEnd(page);
}

/** Addresses of the telephone and chat links that float over the page. */
export function floatingLinks(page: Page) {
  return page.locator('body a[href^="tel:"], body a[href^="https://wa.me/"]').evaluateAll((all) =>
    all.flatMap((link) => {
      for (let one: Element | null = link; one; one = one.parentElement)
        if (getComputedStyle(one).position === "fixed" && !one.closest("dialog"))
          return [link.getAttribute("href")];
      return [];
    }),
  );
}
