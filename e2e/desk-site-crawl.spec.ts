// Every page of the site on its screen: each text that a visitor reads leads to its piece, and pieces of every kind are
// changed, seen and taken back, after which the files are what they were, to the byte.
import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { SitePiece, SiteProblem, SiteScreen } from "../web/src/contract/desk.ts";
import { SITE, type SiteDesk, test } from "./site/desk-site.ts";
import { expectWithin } from "./site/measured.ts";
import { shuffled } from "./site/seeded.ts";
import { type Shown, textsOf, unmarkedPictures } from "./site/site-texts.ts";

const SEED = 20_261_125;
/** By hand: every piece there is, for a quarter of an hour. */
const ALL = process.env.AMWAJ_TEST_PIECES === "all";
/** Number of edits that go live and are taken back, where not all do. */
const FEWEST = 8;
const LIVE = ALL ? Number.POSITIVE_INFINITY : FEWEST;
const ALL_TIMEOUT_MS = 4 * 3_600_000;
const SECOND_MS = 1000;
const TICK = "✓";
/** Each edit that goes live has a sign of its own; no digit, since times and their words have to agree. */
const SIGNS = /[\u2713-\u273a]/;
const SIGN_COUNT = 40;
/** Two of them, for up to 1,600 edits. */
const sign = (count: number) =>
  String.fromCodePoint(0x2713 + Math.floor(count / SIGN_COUNT), 0x2713 + (count % SIGN_COUNT));

/** Texts that lead to no piece, and why. */
const EXCEPTIONS: [string, (text: Shown) => boolean][] = [
  ["the currency is the company's, and belongs to every price", ({ words }) => words === "AED"],
  [
    "made of the days and times of the office hours",
    ({ words }) => /^\w+day to |^\d+am to /.test(words),
  ],
  ["between two pieces", ({ words }) => /^[.,©]$/.test(words)],
  ["the present year", ({ words }) => words === `${new Date().getFullYear()}`],
];

const asked = (path: string, at: string) => `${path}?at=${encodeURIComponent(at)}`;

async function screenOf(desk: SiteDesk, page: Page, at: string): Promise<SiteScreen> {
  const headers = { accept: "application/json" };
  const answer = await page.request.get(desk.at(asked("/desk/site", at)), { headers });
  return (await answer.json()).screen;
}

/** On wide screens and on phones: each has texts that the other hasn't. */
async function textsAtBothWidths(page: Page, pieces: SitePiece[]): Promise<Shown[]> {
  const ids = pieces.map(({ id }) => id);
  const texts = new Map<number, Shown>();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const text of await textsOf(page, ids)) texts.set(text.index, text);
  }
  return [...texts.values()];
}

test("every text of every page leads to its piece, and every picture is marked", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Mariam Haddad", "owner", SITE);
  const { pages } = await screenOf(desk, page, "/");
  const excused = new Map(EXCEPTIONS.map(([why]) => [why, 0]));
  const lost: string[] = [];
  const unmarked: string[] = [];
  for (const { at } of pages) {
    const { pieces } = await screenOf(desk, page, at);
    await page.goto(desk.at(asked("/desk/site/page", at)));
    const texts = await textsAtBothWidths(page, pieces);
    const others = texts.filter(({ leads }) => !leads);
    const share = (1 - others.length / texts.length) * 100;
    console.log(
      `${at}: ${share.toFixed(1)} % of ${texts.length} texts lead to ${pieces.length} pieces`,
    );
    expect(texts.length).toBeGreaterThan(50);
    for (const text of others) {
      const [why] = EXCEPTIONS.find(([, is]) => is(text)) ?? [];
      if (why) excused.set(why, excused.get(why)! + 1);
      else lost.push(`${at}: ${text.words} (${text.inside})`);
    }
    unmarked.push(...(await unmarkedPictures(page)).map((picture) => `${at}: ${picture}`));
  }
  for (const [why, count] of excused) console.log(`${count} texts are no piece: ${why}`);
  expect(lost).toEqual([]);
  expect(unmarked).toEqual([]);
  expect(
    [...excused.values()].filter((count) => count === 0),
    "needless exceptions",
  ).toEqual([]);
});

type Edit = SitePiece & {
  /** A page that it is on. */
  at: string;
  typed: string;
};

/** Kinds with words or figures; pictures are chosen and not typed. */
const TYPED = new Set<string>(["text", "long-text", "number", "price"]);

const MAIL = /^\S+@\S+$/;
const PHONE = /^\+[\d ]+$/;

/** A time by which requests are due: "24 h" or "60–90 min". Words around the figure are refused. */
const DUE = /^\d+(–\d+)? (min|h)$/;

/** The value as somebody might type it to change it a little. */
function typed({ kind, value }: SitePiece): string {
  if (DUE.test(value)) return value.replace(/\d+(?= )/, (figure) => `${Number(figure) + 1}`);
  if (kind === "number" && value.includes(".")) return (Number(value) - 0.1).toFixed(1);
  if (kind === "number") return `${Number(value) + 1}`;
  if (kind === "price") return value.replace(/\d+/g, (bound) => `${Number(bound) + 1}`);
  if (PHONE.test(value)) return value.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`);
  if (MAIL.test(value)) return `the-${value}`;
  return `${value}${kind === "long-text" ? "\n\n" : " "}${TICK}${TICK}`;
}

/** Groups pieces that are alike, as items of a list or pages of services: the seed chooses one of each. */
const kindOf = ({ id }: SitePiece) =>
  ALL ? id : id.replace(/^services\/[^:]+/, "services/*").replace(/\.\d+(?=\.|$)/g, ".*");

async function editsOf(desk: SiteDesk, page: Page): Promise<Edit[]> {
  const all: Edit[] = [];
  for (const { at } of (await screenOf(desk, page, "/")).pages) {
    const { pieces } = await screenOf(desk, page, at);
    const seen = pieces.filter(({ kind, place }) => place === "page" && TYPED.has(kind));
    all.push(...seen.map((piece) => ({ ...piece, at, typed: typed(piece) })));
  }
  return [...new Map(shuffled(all, SEED).map((edit) => [kindOf(edit), edit])).values()];
}

type Post = (path: string, form: Record<string, string>) => Promise<Response>;

/** Posts as the screen does, without a browser's detours. */
async function posting(desk: SiteDesk, page: Page): Promise<Post> {
  const cookies = await page.context().cookies();
  const headers = {
    Origin: desk.at(""),
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
  return (path, form) =>
    fetch(desk.at(`/desk/site/${path}`), {
      method: "POST",
      headers,
      body: new URLSearchParams(form),
      redirect: "manual",
    });
}

/** Why an edit may not go live; nothing where the page shows it. */
async function refusalOf({ at, id: piece, typed: value }: Edit, post: Post, now: string) {
  const answer = await post("try", { at, piece, value });
  const { problems, html }: { problems: SiteProblem[]; html: string | null } = await answer.json();
  const mistake = problems.find(({ is_mistake: isMistake }) => isMistake);
  if (mistake) return `${piece}: ${mistake.what}; ${mistake.instead}`;
  expect(html, `${piece} is marked`).toContain(piece);
  if (value.endsWith(TICK)) expect(html, `${piece} is seen`).toContain(TICK);
  else expect(html, `${piece} is seen`).not.toBe(now);
  return null;
}

/** Tries each: those that may go live. */
async function triedOf(all: Edit[], desk: SiteDesk, page: Page, post: Post): Promise<Edit[]> {
  const pages = new Map<string, string>();
  for (const at of new Set(all.map(({ at }) => at)))
    pages.set(at, await (await page.request.get(desk.at(asked("/desk/site/page", at)))).text());
  const refusals = new Map<Edit, string>();
  for (const edit of all) {
    const refusal = await refusalOf(edit, post, pages.get(edit.at) ?? "");
    if (refusal) refusals.set(edit, refusal);
  }
  const sentences = [...refusals.values()];
  const seen = all.length - sentences.length;
  console.log(
    `${all.length} tried: ${seen} seen, ${sentences.length} refused\n${sentences.join("\n")}`,
  );
  expect(sentences).toEqual([]);
  return all.filter((edit) => !refusals.has(edit));
}

test("pieces of every kind are changed, seen and taken back, and the files are what they were @timed", async ({
  siteDesk: desk,
}) => {
  if (ALL) test.setTimeout(ALL_TIMEOUT_MS);
  const { page } = await desk.signedIn("Mariam Haddad", "owner", SITE);
  const files = () => readdirSync(desk.content, { recursive: true, encoding: "utf8" }).sort();
  const before = { words: desk.words(), files: files() };
  const post = await posting(desk, page);
  const all = await editsOf(desk, page);
  const may = await triedOf(all, desk, page, post);
  const texts = may.filter(({ kind }) => ALL || kind === "text").slice(0, LIVE);
  const times: number[] = [];
  for (const [count, { at, id: piece, value: was, typed }] of texts.entries()) {
    const value = typed.replace(`${TICK}${TICK}`, sign(count));
    const html = await desk.visitorsGet(at);
    const saved = await post("save", { at, piece, value, was });
    expect(saved.status, piece).toBe(303);
    times.push(await desk.liveAfter(at, value === typed ? (now) => now !== html : sign(count)));
  }
  expectWithin("Pieces of every kind live", times, SECOND_MS);
  expect(desk.words()).not.toEqual(before.words);

  // The last one first: each change has the next number.
  for (let id = texts.length; id > 0; id -= 1)
    expect((await post("undo", { at: "/", id: `${id}` })).status).toBe(303);
  for (const at of new Set(texts.map((edit) => edit.at)))
    await desk.liveAfter(at, (html) => !SIGNS.test(html));
  const { changes } = await screenOf(desk, page, "/");
  const undone = texts.map(({ name }) => `${name}, taken back`);
  const listed = changes.slice(0, texts.length).map(({ name }) => name);
  expect(listed.length).toBeGreaterThanOrEqual(FEWEST);
  expect(listed).toEqual(undone.slice(0, listed.length));
  expect(desk.words()).toEqual(before.words);
  expect(files()).toEqual(before.files);
});
