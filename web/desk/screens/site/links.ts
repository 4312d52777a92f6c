// Where links lead, in words, and which words of a page lead there.
import type { PiecePlace, SitePage, SitePiece, SiteScreen } from "../../../src/contract/desk.ts";

export type Target = { to: string; words: string };
export type TargetGroup = { name: string; targets: Target[] };

/** The lines of the company, whose numbers and addresses are written in one place. */
const LINES: Target[] = [
  { to: "call", words: "Call the mobile" },
  { to: "landline", words: "Call the landline" },
  { to: "chat", words: "Chat on WhatsApp" },
  { to: "email", words: "E-mail" },
  { to: "directions", words: "Directions" },
];

const targetsOf = (pages: SitePage[]): Target[] =>
  pages.map(({ at, title }) => ({ to: at, words: title }));

/** A menu is on every page: anchors of this one alone are no targets for it. */
const isOfPage = ({ id }: SitePiece) => /^(pages|services)\//.test(id);

/** Possible targets of a link, without addresses that somebody types. */
export function targetGroups(
  piece: SitePiece,
  { pages, anchors }: Pick<SiteScreen, "pages" | "anchors">,
): TargetGroup[] {
  const here = isOfPage(piece) ? anchors.map((anchor) => `#${anchor}`) : [];
  const groups = [
    { name: "Reach us", targets: LINES },
    { name: "Pages", targets: targetsOf(pages) },
    { name: "On this page", targets: here.map((to) => ({ to, words: to })) },
  ];
  return groups.filter(({ targets }) => targets.length > 0);
}

export const isLink = ({ kind }: SitePiece) => kind === "link" || kind === "url";

/** A piece's words for visitors; for a link, its target. */
export function shownWords(piece: SitePiece, pages: SitePage[]): string {
  const { value, shown } = piece;
  if (!isLink(piece)) return shown;
  return [...LINES, ...targetsOf(pages)].find(({ to }) => to === value)?.words ?? value;
}

/** The id without its last step: `pages/home.toml:sections.0.action.`. */
const tableOf = ({ id }: SitePiece) => id.replace(/[^.:]+$/, "");

const isText = ({ kind }: SitePiece) => kind === "text" || kind === "long-text";

/** The links that stand beside words, as that of a button. */
export const linksBeside = (words: SitePiece, pieces: SitePiece[]): SitePiece[] =>
  isText(words) ? pieces.filter((piece) => isLink(piece) && tableOf(piece) === tableOf(words)) : [];

/** Names of a link's words beside it, the likeliest first. */
const WORDS = ["label", "button", "title", "name", "text"];

/** The words that lead there. */
export function wordsBeside(link: SitePiece, pieces: SitePiece[]): SitePiece | undefined {
  if (!isLink(link)) return undefined;
  const ids = WORDS.map((name) => tableOf(link) + name);
  const words = ids.map((id) => pieces.find((piece) => piece.id === id && isText(piece)));
  return words.find(Boolean);
}

/** Where a piece is listed: links are among the words that they stand beside. */
export function placeAmong(piece: SitePiece, pieces: SitePiece[]): PiecePlace {
  const isBeside = (other: SitePiece) => isText(other) && tableOf(other) === tableOf(piece);
  return (isLink(piece) && pieces.find(isBeside)?.place) || piece.place;
}

/** The piece whose marks the page has: links are nowhere on it, their words are. */
export const markedPiece = (piece: SitePiece, pieces: SitePiece[]): SitePiece =>
  wordsBeside(piece, pieces) ?? piece;
