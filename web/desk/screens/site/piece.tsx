// The chosen piece: what it is, its field, what the check says, and the two buttons.
import { useEffect, useRef } from "react";
import type { SitePiece, SiteScreen } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Check } from "./check.ts";
import { onChoose } from "./choose.ts";
import type { Editing } from "./editing.ts";
import { factsOf, pieceOfFact } from "./facts.ts";
import { ItemForm } from "./item.tsx";
import { LiveButtons } from "./live-buttons.tsx";
import type { Surroundings } from "./marks.ts";
import { useSiteAddress } from "./open-draft.tsx";
import { LaterPictureForm } from "./picture-later.tsx";
import { Counter, type FieldElement, PieceField } from "./piece-field.tsx";
import { Failed, SiteProblems } from "./problems.tsx";

const PROBLEMS_ID = "piece-problems";

export type PieceProps = {
  screen: SiteScreen;
  editing: Editing;
  check: Check;
  surroundings: Surroundings;
};

type Props = PieceProps & { piece: SitePiece };

function Form(props: Props) {
  const { screen, editing, check, piece } = props;
  const siteAddress = useSiteAddress();
  const field = useRef<FieldElement>(null);
  const { problems, isUpToDate, failed } = check;
  const isWrong = problems.some(({ is_mistake: isMistake }) => isMistake);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each piece begins anew; whoever has a pointer has a keyboard
  useEffect(() => {
    const hasKeyboard = window.matchMedia?.("(hover: hover)").matches;
    if (editing.isTapped && hasKeyboard) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <PostForm
      action={siteAction("save")}
      fields={{ at: screen.at, piece: piece.id, was: editing.was }}
      className="piece__form"
    >
      <PieceField
        piece={piece}
        value={editing.value}
        describedBy={problems.length > 0 ? PROBLEMS_ID : undefined}
        isInvalid={isWrong}
        onType={(value) => editing.type(piece, value)}
        field={field}
      />
      <Counter piece={piece} value={editing.value} />
      <SiteProblems
        id={PROBLEMS_ID}
        value={editing.value}
        problems={problems}
        onFix={isUpToDate ? (fix) => editing.type(piece, fix) : null}
      />
      <Failed words={failed} />
      <LiveButtons
        isLocked={screen.locked != null}
        isSame={editing.value === piece.value}
        waitsFor={isWrong ? "wakes up when the complaint is gone" : null}
        onLeave={() => editing.leave(piece)}
        leaveAddress={siteAddress(screen.at, piece.id)}
      />
    </PostForm>
  );
}

/** The facts in it, and the text that it is a fact of. */
function Nearby({ screen: { at, pieces }, editing, surroundings, piece }: Props) {
  const siteAddress = useSiteAddress();
  const { around, within } = surroundings;
  const facts = factsOf(piece.value, piece.shown);
  // The page's marks know best; they are in the order of the text.
  const isPaired = within.length === facts.length;
  const outer = pieces.find(({ id }) => id === around);
  if (!outer && facts.length === 0) return null;
  return (
    <ul className="piece__facts">
      {outer && (
        <li>
          <a
            className="btn btn--soft"
            href={siteAddress(at, outer.id)}
            onClick={onChoose(() => editing.choose(outer.id, true))}
          >
            The sentence around it
          </a>
        </li>
      )}
      {facts.map(({ name, shown }, index) => {
        const marked = isPaired && pieces.find(({ id }) => id === within[index]);
        const fact = marked || pieceOfFact(name, pieces);
        const words = (
          <>
            <code>{`{${name}}`}</code>
            {shown && <b>: {shown}</b>}
          </>
        );
        return (
          <li key={name}>
            {fact ? (
              <a
                className="btn btn--soft"
                href={siteAddress(at, fact.id)}
                onClick={onChoose(() => editing.choose(fact.id, true))}
              >
                <span>{words}</span>
              </a>
            ) : (
              <span className="piece__fact">{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const PLACES = {
  page: null,
  hidden: "Said aloud, not shown.",
  search: "In search results and the browser's tab.",
};

export function Piece(props: Props) {
  const { screen, piece } = props;
  const { meaning, place, on_pages: pages, item } = piece;
  const where = PLACES[place];
  return (
    <>
      {(meaning || where) && (
        <p className="small soft">{[where, meaning].filter(Boolean).join(" ")}</p>
      )}
      {piece.kind === "picture" ? (
        <LaterPictureForm screen={screen} editing={props.editing} piece={piece} />
      ) : (
        <Form {...props} />
      )}
      {pages > 1 && (
        <p className="small piece__pages">
          <Icon name="copy" />
          This is on {pages} pages: all of them change.
        </p>
      )}
      <Nearby {...props} />
      {item && (
        <ItemForm at={screen.at} piece={piece.id} item={item} isLocked={screen.locked != null} />
      )}
    </>
  );
}
