// The pictures that were chosen and aren't live, for each piece, while somebody walks about the page. A file can't be kept
// longer than the page is open.
import type { Dispatch, SetStateAction } from "react";
import type { SitePiece, SiteProblem, SiteScreen } from "../../../src/contract/desk.ts";

export type PictureDraft = {
  file: File | null;
  /** What it shows, in words. */
  alt: string;
  /** What the check says of the file and the words that were sent last. */
  problems: SiteProblem[];
  isSending: boolean;
  /** Why the server doesn't say anything. */
  failed: string | null;
};

const NOTHING: PictureDraft = { file: null, alt: "", problems: [], isSending: false, failed: null };

/** By the ids of the pieces. */
export type PictureDrafts = Readonly<Record<string, PictureDraft>>;

/** What a form without scripts was refused for. */
function firstOf({ chosen, refused }: SiteScreen, id: string): PictureDraft {
  if (chosen !== id || !refused) return NOTHING;
  return { ...NOTHING, alt: refused.value, problems: refused.problems };
}

type Props = {
  screen: SiteScreen;
  editing: { pictures: PictureDrafts; setPictures: Dispatch<SetStateAction<PictureDrafts>> };
  piece: SitePiece;
};

export function usePictureDraft({ screen, editing: { pictures, setPictures }, piece }: Props) {
  const { id } = piece;
  const first = firstOf(screen, id);
  const change = (changes: Partial<PictureDraft>) =>
    setPictures((all) => ({ ...all, [id]: { ...(all[id] ?? first), ...changes } }));
  return { draft: pictures[id] ?? first, change, leave: () => change(NOTHING) };
}
