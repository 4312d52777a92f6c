// The company's notices on every page for some days, between the emergency banner and the header.
import { expect, test } from "vitest";
import type { DatedNotice } from "../src/contract/content.ts";
import { Shell } from "../src/shell/shell.tsx";
import { SiteProvider } from "../src/ui/site.tsx";
import { COMPANY, SITE, served } from "./render.tsx";

const CLOSED = "Our office is closed for National Day. Emergencies are answered as always.";
const EID = "عيد مبارك من أمواج";

const saying = (...texts: string[]): DatedNotice[] =>
  texts.map((text) => ({ text, from: "2026-12-01", until: "2026-12-03" }));

const pageSaying = (notices: DatedNotice[]) =>
  served(
    <SiteProvider value={{ ...SITE, company: { ...COMPANY, notices } }}>
      <Shell path="/" ground="sun" hasMenu>
        <h1>Home</h1>
      </Shell>
    </SiteProvider>,
  );

const order = (page: Document) =>
  [...page.body.children].map(({ className, tagName }) => className || tagName.toLowerCase());

test("a notice is said after the emergency banner and before the header, in a landmark with a name of its own", () => {
  const page = pageSaying(saying(CLOSED));
  expect(order(page).slice(0, 4)).toEqual(["skip", "alert on-dark", "notices g-glass", "header"]);
  const notices = page.querySelector(".notices");
  expect(notices?.textContent).toBe(CLOSED);
  const names = [...page.querySelectorAll("aside")].map((aside) =>
    aside.getAttribute("aria-label"),
  );
  expect(names).toContain(COMPANY.name);
  expect(new Set(names).size).toBe(names.length);
});

test("two notices are two sentences, each in its own direction; a phone number can be tapped", () => {
  const page = pageSaying(saying(EID, "Today, call +971 4 000 0001."));
  const sentences = [...page.querySelectorAll(".notices p")];
  expect(sentences.map((sentence) => sentence.getAttribute("dir"))).toEqual(["auto", "auto"]);
  expect(sentences[0]?.textContent).toBe(EID);
  expect(sentences[1]?.querySelector("a")?.getAttribute("href")).toBe("tel:+97140000001");
});

test("on a day without a notice there is no trace of it", () => {
  const page = pageSaying([]);
  expect(order(page).slice(0, 3)).toEqual(["skip", "alert on-dark", "header"]);
  expect(page.body.innerHTML).not.toContain("notice");
});
