// The pictures that were chosen and aren't live, for each piece, while somebody walks about the page. A file can't be kept
// longer than the page is open.
import type { Dispatch, SetStateAction } from "react";
import type { SitePiece, SiteProblem } from "../../../src/contract/desk.ts";

export type PictureDraft = {
  file: File | null;
  /** Description of the picture. */
  alt: string;
  /** Part that stays visible, where that was changed. */
  focus: string | null;
  /** The check's findings on the file and the words that were sent last. */
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

/** Focus for a new file, where the present picture has one. */
const MIDDLE = "middle";

/** By the ids of the pieces. */
export type PictureDrafts = Readonly<Record<string, PictureDraft>>;

type Props = {
  editing: { pictures: PictureDrafts; setPictures: Dispatch<SetStateAction<PictureDrafts>> };
  piece: SitePiece;
};

export type PictureDrafting = ReturnType<typeof usePictureDraft>;

export function usePictureDraft({ editing: { pictures, setPictures }, piece }: Props) {
  const { id, picture } = piece;
  const draft = pictures[id] ?? NOTHING;
  // Empty where each place decides.
  const present = picture?.focus ?? "";
  const start = draft.file && present ? MIDDLE : present;
  const focus = draft.focus ?? start;
  const change = (changes: Partial<PictureDraft>) =>
    setPictures((all) => ({ ...all, [id]: { ...(all[id] ?? NOTHING), ...changes } }));
  return {
    draft,
    /** Part that stays visible: of the file, or else of the present picture. */
    focus,
    /** Whether that of the present picture isn't what is live. */
    isMoved: !draft.file && focus !== present,
    change,
    move: (place: string) => change({ focus: place === start ? null : place }),
    leave: () => change(NOTHING),
  };
}
