// The pictures that were chosen and aren't live, for each piece, while somebody walks about the page. A file can't be kept
// longer than the page is open.
import type { Dispatch, SetStateAction } from "react";
import type { SitePiece, SiteProblem, SiteScreen } from "../../../src/contract/desk.ts";

export type PictureDraft = {
  file: File | null;
  /** What it shows, in words. */
  alt: string;
  /** What of it stays in sight, where that was changed. */
  focus: string | null;
  /** What the check says of the file and the words that were sent last. */
  problems: SiteProblem[];
  isSending: boolean;
  /** Why the server doesn't say anything. */
  failed: string | null;
};

export const NOTHING: PictureDraft = {
  file: null,
  alt: "",
  focus: null,
  problems: [],
  isSending: false,
  failed: null,
};

/** What stays in sight of another file, where something was said of the last one. */
const MIDDLE = "middle";

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

export type PictureDrafting = ReturnType<typeof usePictureDraft>;

export function usePictureDraft({ screen, editing: { pictures, setPictures }, piece }: Props) {
  const { id, picture } = piece;
  const first = firstOf(screen, id);
  const draft = pictures[id] ?? first;
  // Empty where each place decides.
  const present = picture?.focus ?? "";
  const start = draft.file && present ? MIDDLE : present;
  const focus = draft.focus ?? start;
  const change = (changes: Partial<PictureDraft>) =>
    setPictures((all) => ({ ...all, [id]: { ...(all[id] ?? first), ...changes } }));
  return {
    draft,
    /** What of the file stays in sight, or else of the present picture. */
    focus,
    /** Whether that of the present picture isn't what is live. */
    isMoved: !draft.file && focus !== present,
    change,
    move: (place: string) => change({ focus: place === start ? null : place }),
    leave: () => change(NOTHING),
  };
}
