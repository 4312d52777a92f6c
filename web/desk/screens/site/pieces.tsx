// All pieces of the page as links, in reading order: for keyboards, and for what isn't shown.
import type { PiecePlace, SitePage, SitePiece } from "../../../src/contract/desk.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Editing } from "./editing.ts";
import { placeAmong, shownWords } from "./links.ts";
import { useKeepWords } from "./open-draft.tsx";
import { PieceLink } from "./piece-link.tsx";

const GROUPS: [PiecePlace, string][] = [
  ["page", "Page"],
  ["search", "Search results"],
  ["hidden", "Said, not shown"],
];

type Props = { at: string; pages: SitePage[]; pieces: SitePiece[]; editing: Editing };

function Piece({ at, pages, piece, editing }: Omit<Props, "pieces"> & { piece: SitePiece }) {
  const { typed } = useKeepWords();
  const { id, name } = piece;
  return (
    <li>
      <PieceLink
        at={at}
        to={id}
        choose={editing.tap}
        aria-current={editing.piece?.id === id ? "true" : undefined}
      >
        <b>{name}</b>
        {editing.isDraft(id) && <small className="pieces__draft">{typed}</small>}
        <span dir="auto">{shownWords(piece, pages)}</span>
      </PieceLink>
    </li>
  );
}

export function Pieces({ at, pages, pieces, editing }: Props) {
  const { typed } = useKeepWords();
  const count = pieces.filter(({ id }) => editing.isDraft(id)).length;
  return (
    <details className="fold pieces" open={!editing.piece || undefined}>
      <summary>
        <h2>All pieces of this page</h2>
        {count > 0 && (
          <small className="pieces__draft">
            {count} {typed}
          </small>
        )}
        <Icon name="down" />
      </summary>
      {GROUPS.map(([place, words]) => {
        const own = pieces.filter((piece) => placeAmong(piece, pieces) === place);
        return own.length === 0 ? null : (
          <section key={place} aria-labelledby={`pieces-${place}`}>
            <h3 id={`pieces-${place}`}>{words}</h3>
            <ol>
              {own.map((piece) => (
                <Piece key={piece.id} at={at} pages={pages} piece={piece} editing={editing} />
              ))}
            </ol>
          </section>
        );
      })}
    </details>
  );
}
