// The desk's screen of the site: its server with a content folder of its own, the page in its frame, the sheet beside it,
// and what visitors get.
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Amwaj, newFolder, pause, ROOT } from "../../scripts/shared/amwaj.mjs";
import { axeFindings } from "./axe.ts";
import { test as base, Desk, faults } from "./desk.ts";
import type { Picture } from "./taps.ts";

export const SITE = "/desk/site?at=%2F";
export const PRICE = "facts.toml:prices.ac-cleaning";
export const LEAD = "pages/home.toml:sections.0.lead";

/** `siteDesk` is the test's alone, and so is the folder of its content. */
export const test = base.extend<{ siteDesk: SiteDesk }>({
  siteDesk: async ({ browser }, use) => {
    const content = newFolder("content");
    cpSync(join(ROOT, "content"), content, { recursive: true });
    const env = { AMWAJ_TRUSTED_PROXIES: "127.0.0.1" };
    const server = await Amwaj.start({ content, env });
    const desk = new SiteDesk(server, browser, content);
    await use(desk);
    await desk.close();
    await server.stop();
    rmSync(content, { recursive: true, force: true });
  },
});

export class SiteDesk extends Desk {
  constructor(
    server: Amwaj,
    browser: ConstructorParameters<typeof Desk>[1],
    readonly content: string,
  ) {
    super(server, browser);
  }

  /** Every file of words, by its path in the folder. */
  words(): Record<string, string> {
    const names = readdirSync(this.content, { recursive: true, encoding: "utf8" });
    const toml = names.filter((name) => name.endsWith(".toml")).sort();
    return Object.fromEntries(
      toml.map((name) => [name, readFileSync(join(this.content, name), "utf8")]),
    );
  }

  /** Makes every change of the content a day older. */
  aDayPasses(): void {
    this.write("UPDATE content_revision SET at = at - 86400000");
  }

  /** The drafts that wait for their time wait no longer. */
  itsTimeComes(): void {
    this.write("UPDATE content_draft SET goes_live_at = 1 WHERE goes_live_at IS NOT NULL");
  }

  private write(statement: string): void {
    const write =
      "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=10); db.execute(sys.argv[2]); db.commit()";
    execFileSync("python3", ["-c", write, join(this.server.data, "amwaj.db"), statement]);
  }

  /** The page as visitors get it. */
  async visitorsGet(path: string): Promise<string> {
    const answer = await fetch(this.at(path));
    return answer.text();
  }

  /** Time until visitors get a page like this, in milliseconds. */
  async liveAfter(path: string, like: string | ((html: string) => boolean)): Promise<number> {
    const began = performance.now();
    const is = typeof like === "string" ? (html: string) => html.includes(like) : like;
    while (!is(await this.visitorsGet(path))) {
      await pause(5);
      const waited = performance.now() - began;
      if (waited > 60_000)
        throw new Error(`${path} isn't like ${like} after ${waited.toFixed(0)} ms`);
    }
    return performance.now() - began;
  }
}

const DAY_MS = 86_400_000;
const DUBAI_MS = 4 * 3_600_000;

/** In so many days; its UTC is Dubai's time. */
export const inDubai = (days: number) => new Date(Date.now() + DUBAI_MS + days * DAY_MS);

/** Such a day as a date field has it. */
export const dateIn = (days: number) => inDubai(days).toISOString().slice(0, 10);

/** Looks with axe at a screen on a phone and on a wide one; nothing of it is wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await axeFindings(page), `at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** As a phone takes it; the page is drawn over. */
export async function photo(page: Page): Promise<Picture> {
  await page.setViewportSize({ width: 1600, height: 1200 });
  await page.setContent("<body style='background: linear-gradient(45deg, teal, orange)'>");
  const buffer = await page.screenshot({ type: "jpeg" });
  return { name: "IMG 0012.jpg", mimeType: "image/jpeg", buffer };
}

/** The frame allows scripts because Safari calls no listener otherwise; the page's own policy runs none. */
const SANDBOX = "warning: An iframe which has both allow-scripts and allow-same-origin";

/** Faults on the screen so far. */
export function siteFaults(page: Page): () => string[] {
  const heard = faults(page);
  // A page in the frame that was left while it still loaded.
  const isLeft = (line: string) => line.endsWith("net::ERR_ABORTED");
  return () => heard().filter((line) => !line.startsWith(SANDBOX) && !isLeft(line));
}

/** The parts of the screen, by the names people read. */
export function onSite(page: Page) {
  const frame = page.frameLocator("iframe.true");
  const sheet = page.locator(".sheet");
  return {
    frame,
    sheet,
    /** Where a piece is on the page in the frame. */
    piece: (id: string) => frame.locator(`[data-at="${id}"]`),
    name: page.locator("#piece"),
    text: sheet.locator("textarea"),
    from: sheet.getByLabel("From", { exact: true }),
    to: sheet.getByLabel("To", { exact: true }),
    go: page.getByRole("button", { name: "Put it live" }),
    leave: page.getByRole("button", { name: "Leave it as it was" }),
    complaints: sheet.locator(".complaints"),
    isLive: page.getByText("Live. Everybody has it within a second."),
    changes: sheet.getByRole("region", { name: "Changed lately" }),
    pieces: page.locator("details.pieces"),
  };
}
