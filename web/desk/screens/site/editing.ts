// The chosen piece, and the words typed for each: while somebody walks about the page, and over the server's answers.
import { useEffect, useEffectEvent, useState } from "react";
import type { SitePiece, SiteScreen } from "../../../src/contract/desk.ts";
import { showAddress } from "../../browser/server.ts";
import { siteAddress } from "../../ui/addresses.ts";
import { afterAnswer, type SentEdit, without, withTyped } from "./drafts.ts";
import { keepDrafts, keptDrafts, keptName } from "./kept.ts";
import type { PictureDrafts } from "./picture-drafts.ts";

/** The chosen piece. After a tap on it, on the page or in a list, the focus goes to its field. */
type Chosen = { id: string | null; isTapped: boolean };

/** A page that was left, or a tab that died, is back with what was typed there. */
function useDrafts({ at, pieces, draft }: SiteScreen, person: string) {
  const name = keptName(person, at, draft?.id);
  const [drafts, setDrafts] = useState(() => keptDrafts(name, pieces));
  useEffect(() => keepDrafts(name, drafts), [name, drafts]);
  return [drafts, setDrafts] as const;
}

export type Editing = ReturnType<typeof useEditing>;

export function useEditing(screen: SiteScreen, person: string) {
  const [seen, setSeen] = useState(screen);
  const [chosen, setChosen] = useState<Chosen>({ id: screen.chosen, isTapped: false });
  const [drafts, setDrafts] = useDrafts(screen, person);
  const [sent, setSent] = useState<SentEdit | null>(null);
  const [pictures, setPictures] = useState<PictureDrafts>({});
  const { at, pieces, draft } = screen;
  if (screen !== seen) {
    setSeen(screen);
    setSent(null);
    setDrafts(afterAnswer(drafts, seen.pieces, screen, sent));
    if (screen.chosen && screen.chosen !== chosen.id)
      setChosen({ id: screen.chosen, isTapped: false });
  }
  const place = pieces.findIndex(({ id }) => id === chosen.id);
  const piece = pieces[place] ?? null;
  // After a form, the address is the one that the server led to.
  const keepAddress = useEffectEvent((id: string | null) => {
    if (piece && id !== piece.id) showAddress(siteAddress(at, piece.id, draft?.id));
  });
  useEffect(() => keepAddress(screen.chosen), [screen]);
  const setPiece = (id: string, isTapped: boolean) => {
    if (!pieces.some((known) => known.id === id)) return;
    setChosen({ id, isTapped });
    showAddress(siteAddress(at, id, draft?.id));
  };
  return {
    piece,
    isTapped: chosen.isTapped,
    /** As it is typed, or as it is. */
    value: piece ? (drafts[piece.id]?.value ?? piece.value) : "",
    /** As it was when it was typed over. */
    was: piece ? (drafts[piece.id]?.was ?? piece.value) : "",
    drafts,
    pictures,
    setPictures,
    /** Whether something that isn't live was typed or chosen for a piece. */
    isDraft: (id: string) => {
      const { file, alt, focus } = pictures[id] ?? {};
      return Boolean(drafts[id] || file || alt || focus);
    },
    before: pieces[(place < 0 ? pieces.length : place) - 1] ?? null,
    after: pieces[place + 1] ?? null,
    choose: (id: string) => setPiece(id, false),
    /** Chooses a piece that was tapped. */
    tap: (id: string) => setPiece(id, true),
    type: (typed: SitePiece, value: string) =>
      setDrafts((present) => withTyped(present, typed, value)),
    leave: ({ id }: SitePiece) => setDrafts((present) => without(present, id)),
    /** To be called before an edit is posted; nothing once it has failed. */
    sends: setSent,
  };
}
