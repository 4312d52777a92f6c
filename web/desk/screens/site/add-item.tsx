// Adds an item below another one of its list: empty here, and live with all its words at once, so that visitors never read
// one that is written only in part.
import { useRef, useState } from "react";
import type { SitePiece, SiteScreen } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { LinkField } from "./link-field.tsx";
import { isLink } from "./links.ts";
import { type FieldElement, PieceField } from "./piece-field.tsx";

/** The pieces of an item that are typed; nothing where it has a list of its own, whose words would be the neighbour's. */
export function ownPieces({ pieces }: SiteScreen, item: string): SitePiece[] | null {
  const within = pieces.filter(({ id }) => id === item || id.startsWith(`${item}.`));
  const isNested = within.some((piece) => piece.item?.id !== item);
  const own = within.filter(({ kind }) => kind !== "picture");
  return isNested || own.length === 0 ? null : own;
}

type FieldProps = {
  screen: SiteScreen;
  piece: SitePiece;
  value: string;
  onType: (value: string) => void;
};

function Field({ screen, ...props }: FieldProps) {
  const field = useRef<FieldElement>(null);
  const own = { ...props, field, describedBy: undefined, isInvalid: false };
  return (
    <div>
      <p className="small" aria-hidden="true">
        <b>{props.piece.name}</b>
      </p>
      {props.piece.kind === "link" ? (
        <LinkField {...own} screen={screen} />
      ) : (
        <PieceField {...own} />
      )}
    </div>
  );
}

type Props = {
  screen: SiteScreen;
  /** The piece that is chosen. */
  piece: string;
  item: string;
  own: SitePiece[];
  isLocked: boolean;
};

export function AddItem({ screen, piece, item, own, isLocked }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const wordsOf = (one: SitePiece) => typed[one.id] ?? (isLink(one) ? one.value : "");
  const words = Object.fromEntries(own.map((one) => [`words:${one.id}`, wordsOf(one)]));
  const isWhole = own.every((one) => wordsOf(one).trim());
  return (
    <details className="piece__add" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="btn btn--soft">Add one below</summary>
      {isOpen && (
        <PostForm
          action={siteAction("add")}
          fields={{ at: screen.at, piece, item, ...words }}
          className="stack"
        >
          {own.map((one) => (
            <Field
              key={one.id}
              screen={screen}
              piece={one}
              value={wordsOf(one)}
              onType={(value) => setTyped((present) => ({ ...present, [one.id]: value }))}
            />
          ))}
          <button type="submit" className="btn" disabled={isLocked || !isWhole}>
            Add it
          </button>
        </PostForm>
      )}
    </details>
  );
}
