// R45: whoever clicks twice in the same place works one control, whatever stands there after the first click.
import { expect, type Page } from "@playwright/test";
import { awake } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();

const CONTROLS = "button, summary, label, a[href^='/'], a[href^='#']";

/** Two clicks within it are one double click; a busy machine may take longer. */
const DOUBLE_MS = 500;

/** One page of each kind. */
const PATHS = [
  "/",
  "/contact-us",
  "/annual-maintenance-contracts",
  "/services/ac-repair-and-maintenance-service-dubai",
  "/blogs",
  "/blogs/which-ac-do-you-have",
];

type Spot = { kind: string; index: number };

/** One control of each kind: the same classes in the same sort of section. */
const spots = (page: Page): Promise<Spot[]> =>
  page.evaluate((controls) => {
    const seen = new Map<string, Spot>();
    for (const [index, control] of [
      ...document.querySelectorAll<HTMLElement>(controls),
    ].entries()) {
      const place = control.closest("section, header, footer, aside, form")?.className;
      const kind = [place, control.tagName, control.className].join(" ");
      if (!seen.has(kind) && control.checkVisibility()) seen.set(kind, { kind, index });
    }
    return [...seen.values()];
  }, CONTROLS);

/** Tells `heard` each click that reaches its control, in this document and in the next ones. */
async function listenForClicks(page: Page, heard: (control: string, time: number) => void) {
  await page.exposeFunction("clicked", heard);
  await page.addInitScript(() =>
    addEventListener("click", (event) => {
      const found = (event.target as Element).closest("a, button, summary, label, input");
      const control = (found as HTMLLabelElement | null)?.control ?? found;
      if (!control) return;
      const href = control.getAttribute("href") ?? "";
      // No app of this machine takes a call or a chat.
      if (/^(tel|mailto|https?):/.test(href)) event.preventDefault();
      const words = control.getAttribute("aria-label") ?? control.textContent;
      const { clicked } = window as unknown as { clicked(words: string, time: number): void };
      clicked(`${words} ${href}${control.id}`, event.timeStamp);
    }),
  );
}

/** At the second width, those where something takes another's place. */
const WIDTHS = [
  { width: 390, paths: PATHS },
  { width: 1440, paths: ["/", "/contact-us"] },
];

for (const { width, paths } of WIDTHS) {
  test(`R45 a double click works one control, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    let worked = new Map<string, number>();
    await listenForClicks(page, (control, time) => worked.set(control, time));
    page.on("dialog", (dialog) => dialog.dismiss());
    const tried = new Set<string>();
    const double: string[][] = [];
    for (const path of paths) {
      const open = () => page.goto(site.at(path)).then(() => awake(page));
      await open();
      for (const { kind, index } of await spots(page)) {
        if (tried.has(kind)) continue;
        tried.add(kind);
        const control = page.locator(CONTROLS).nth(index);
        await control.scrollIntoViewIfNeeded();
        const box = await control.boundingBox();
        if (!box) continue;
        const point = [box.x + box.width / 2, box.y + box.height / 2] as const;
        worked = new Map();
        await page.mouse.move(...point);
        for (const clickCount of [1, 2]) {
          await page.mouse.down({ clickCount });
          await page.mouse.up({ clickCount });
          await page.waitForTimeout(250);
        }
        const [first = 0, second = Infinity] = worked.values();
        if (second - first < DOUBLE_MS) double.push([path, ...worked.keys()]);
        await page.keyboard.press("Escape");
        if (page.url() !== site.at(path)) await open();
      }
    }
    expect(tried.size).toBeGreaterThan(5 * paths.length);
    expect(double).toEqual([]);
  });
}
