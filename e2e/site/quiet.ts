// A visit to a page that looks at all of it, and the faults meanwhile.
import type { Page } from "@playwright/test";
import { lookAtAll } from "./axe.ts";
import { awake, complaints } from "./page.ts";

/** Elements that every document has, and that React keeps. */
const PARTS = "header, main > *, h1, form, footer, details";

/**
 * Complaints in the console, and the number of elements from the server that were replaced: a mismatch that React
 * repairs by drawing anew replaces elements, whether or not it says so.
 */
export async function faultsOf(page: Page, url: string): Promise<{ said: string[]; lost: number }> {
  const said = complaints(page);
  await page.addInitScript((parts) => {
    document.addEventListener("DOMContentLoaded", () => {
      Object.assign(window, { sent: [...document.querySelectorAll(parts)] });
    });
  }, PARTS);
  await page.goto(url);
  await awake(page);
  await lookAtAll(page);
  await page.waitForLoadState("load");
  const [sent, lost] = await page.evaluate(() => {
    const all = (window as unknown as { sent: Element[] }).sent;
    return [all.length, all.filter((element) => !element.isConnected).length];
  });
  if (!sent || sent <= 4)
    throw new Error(`${url}: hardly anything was sent, so nothing was compared`);
  return { said, lost: lost ?? 0 };
}
