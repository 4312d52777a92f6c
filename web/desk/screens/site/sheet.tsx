// The sheet beside the page, or below it on phones: the chosen piece, recent changes, and all pieces.
import { useEffect, useRef } from "react";
import type { SitePiece } from "../../../src/contract/desk.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Changes } from "./changes.tsx";
import { HiddenSections } from "./hidden.tsx";
import { Piece, type PieceProps } from "./piece.tsx";
import { PieceLink } from "./piece-link.tsx";
import { Pieces } from "./pieces.tsx";
import "./sheet.css";

/** Where the keyboard goes that skips the page. */
export const SHEET_ID = "sheet";

type StepProps = {
  at: string;
  to: SitePiece | null;
  words: string;
  icon: IconName;
  choose: (id: string) => void;
};

function Step({ at, to, words, icon, choose }: StepProps) {
  return to ? (
    <PieceLink
      className="icb"
      at={at}
      to={to.id}
      choose={choose}
      aria-label={`${words}: ${to.name}`}
    >
      <Icon name={icon} />
    </PieceLink>
  ) : (
    <span className="icb piece__end">
      <Icon name={icon} />
    </span>
  );
}

export function Sheet(props: PieceProps) {
  const { screen, editing } = props;
  const { at, locked, changes, pages, pieces, hidden } = screen;
  const { piece, before, after, choose } = editing;
  const sheet = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another piece begins at the top
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0;
  }, [piece?.id]);
  return (
    <section
      className={piece ? "sheet" : "sheet sheet--idle"}
      id={SHEET_ID}
      ref={sheet}
      tabIndex={-1}
      aria-labelledby="piece"
    >
      <div className="sheet__grip" aria-hidden="true" />
      {locked && (
        <div className="say say--warm">
          <Icon name="alert" />
          <p>{locked}</p>
        </div>
      )}
      <div className="sheet__head">
        <h2 id="piece" aria-live="polite">
          {piece?.name ?? "Tap anything with a dashed line."}
        </h2>
        <Step at={at} to={before} words="Previous piece" icon="left" choose={choose} />
        <Step at={at} to={after} words="Next piece" icon="right" choose={choose} />
      </div>
      {piece && <Piece {...props} key={piece.id} piece={piece} />}
      <Changes at={at} changes={changes} />
      <HiddenSections at={at} hidden={hidden} isLocked={locked != null} />
      <Pieces at={at} pages={pages} pieces={pieces} editing={editing} />
    </section>
  );
}
