// Values typed for each fact and not live yet: over the server's answers, and on this device.
import { useEffect, useState } from "react";
import type { SiteFacts, SitePiece } from "../../../src/contract/desk.ts";
import { afterAnswer, type SentEdit, without, withTyped } from "../site/drafts.ts";
import { keepDrafts, keptDrafts, keptName } from "../site/kept.ts";

const piecesOf = ({ groups }: SiteFacts): SitePiece[] => groups.flatMap(({ facts }) => facts);
const asPieces = (screen: SiteFacts) => ({ ...screen, pieces: piecesOf(screen) });

/** In the place of a page's address. */
const PLACE = "facts";

export function useFactDrafts(screen: SiteFacts, person: string) {
  const [seen, setSeen] = useState(screen);
  const [sent, setSent] = useState<SentEdit | null>(null);
  const name = keptName(person, PLACE, screen.draft?.id);
  const [drafts, setDrafts] = useState(() => keptDrafts(name, piecesOf(screen)));
  if (screen !== seen) {
    setSeen(screen);
    setSent(null);
    setDrafts(afterAnswer(drafts, piecesOf(seen), asPieces(screen), sent));
  }
  useEffect(() => keepDrafts(name, drafts), [name, drafts]);
  return {
    /** As it is typed, or as it is. */
    valueOf: ({ id, value }: SitePiece) => drafts[id]?.value ?? value,
    /** As it was when it was typed over. */
    wasOf: ({ id, value }: SitePiece) => drafts[id]?.was ?? value,
    type: (piece: SitePiece, value: string) =>
      setDrafts((present) => withTyped(present, piece, value)),
    leave: ({ id }: SitePiece) => setDrafts((present) => without(present, id)),
    sends: setSent,
  };
}

export type FactDrafts = ReturnType<typeof useFactDrafts>;
