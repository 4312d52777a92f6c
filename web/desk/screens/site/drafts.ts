// Values typed and not live yet, for each piece, while somebody walks about the page.
import type { SitePiece, SiteScreen } from "../../../src/contract/desk.ts";

export type Draft = {
  /** The piece as it was when it was typed over: so the server sees whether somebody else has changed it since. */
  was: string;
  value: string;
};

/** By the ids of the pieces. */
export type Drafts = Readonly<Record<string, Draft>>;

/** A posted edit, until its answer is there. */
export type SentEdit = { piece: string; value: string };

export function without(drafts: Drafts, id: string): Drafts {
  const { [id]: _, ...others } = drafts;
  return others;
}

export function withTyped(drafts: Drafts, piece: SitePiece, value: string): Drafts {
  if (value === piece.value) return without(drafts, piece.id);
  const was = drafts[piece.id]?.was ?? piece.value;
  return { ...drafts, [piece.id]: { was, value } };
}

/** A list that was put into another order has its pieces under other ids. */
function movedTo(id: string, draft: Draft, before: SitePiece[], now: SitePiece[]): string {
  const here = now.find((piece) => piece.id === id);
  if (here?.value === draft.was) return id;
  const name = before.find((piece) => piece.id === id)?.name;
  const like = now.filter((piece) => piece.name === name && piece.value === draft.was);
  return (like.length === 1 && like[0]?.id) || id;
}

/** The drafts beside a screen that the server has just sent; `sent` is what it answers to, if that was an edit. */
export function afterAnswer(
  drafts: Drafts,
  before: SitePiece[],
  { pieces, chosen, refused }: Pick<SiteScreen, "pieces" | "chosen" | "refused">,
  sent: SentEdit | null,
): Drafts {
  const liveValue = (id: string) => pieces.find((piece) => piece.id === id)?.value;
  const kept: Record<string, Draft> = {};
  for (const [id, draft] of Object.entries(drafts)) {
    const isSent = sent?.piece === id && !refused;
    // Words typed while the server answered stay, over those that are live now.
    if (isSent && sent.value === draft.value) continue;
    const place = isSent ? id : movedTo(id, draft, before, pieces);
    if (draft.value === liveValue(place)) continue;
    kept[place] = isSent ? { ...draft, was: liveValue(place) ?? draft.was } : draft;
  }
  // A refused picture leaves no text to keep here.
  const isText = pieces.find(({ id }) => id === chosen)?.kind !== "picture";
  if (refused && chosen && isText) {
    // Whoever sends it again has seen what is live now.
    const value = sent && drafts[chosen] ? drafts[chosen].value : refused.value;
    kept[chosen] = { was: liveValue(chosen) ?? "", value };
  }
  return kept;
}
