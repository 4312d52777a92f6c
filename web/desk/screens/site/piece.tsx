// The chosen piece: its name, its field, the check's findings, and the two buttons.
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { SitePiece, SiteScreen } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Check } from "./check.ts";
import type { Editing } from "./editing.ts";
import { factsOf, pieceOfFact } from "./facts.ts";
import { ItemForm } from "./item.tsx";
import { LinkField } from "./link-field.tsx";
import { isLink, linksBeside, shownWords, wordsBeside } from "./links.ts";
import { LiveButtons } from "./live-buttons.tsx";
import type { Surroundings } from "./marks.ts";
import { LaterPictureForm } from "./picture-later.tsx";
import { Counter, type FieldElement, PieceField } from "./piece-field.tsx";
import { PieceLink } from "./piece-link.tsx";
import { Failed, SiteProblems } from "./problems.tsx";

const PROBLEMS_ID = "piece-problems";

export type PieceProps = {
  screen: SiteScreen;
  editing: Editing;
  check: Check;
  surroundings: Surroundings;
  /** The button that puts the piece live. */
  go: RefObject<HTMLButtonElement | null>;
};

type Props = PieceProps & { piece: SitePiece };

function Form(props: Props) {
  const { screen, editing, check, go, piece } = props;
  const field = useRef<FieldElement>(null);
  const { problems, isUpToDate, failed } = check;
  const isWrong = problems.some(({ is_mistake: isMistake }) => isMistake);
  const begin = useEffectEvent(() => {
    // Whoever has a pointer has a keyboard.
    const hasKeyboard = window.matchMedia?.("(hover: hover)").matches;
    if (editing.isTapped && hasKeyboard) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => begin(), []);
  const own = {
    piece,
    value: editing.value,
    describedBy: problems.length > 0 ? PROBLEMS_ID : undefined,
    isInvalid: isWrong,
    onType: (value: string) => editing.type(piece, value),
    field,
  };
  return (
    <PostForm
      action={siteAction("save")}
      fields={{ at: screen.at, piece: piece.id, was: editing.was, value: editing.value }}
      className="piece__form"
    >
      {piece.kind === "link" ? <LinkField {...own} screen={screen} /> : <PieceField {...own} />}
      <Counter piece={piece} value={editing.value} />
      <SiteProblems
        id={PROBLEMS_ID}
        value={editing.value}
        problems={problems}
        onFix={isUpToDate ? (fix) => editing.type(piece, fix) : null}
      />
      <Failed words={failed} />
      <LiveButtons
        ref={go}
        isLocked={screen.locked != null}
        isSame={editing.value === piece.value}
        waitsFor={isWrong ? "wakes up when the complaint is gone" : null}
        onLeave={() => editing.leave(piece)}
      />
    </PostForm>
  );
}

type OtherProps = Pick<Props, "screen" | "editing"> & { to: SitePiece; children: ReactNode };

/** Chooses another piece. */
function Other({ screen: { at }, editing, to, children }: OtherProps) {
  return (
    <PieceLink className="btn btn--soft" at={at} to={to.id} choose={editing.tap}>
      <span>{children}</span>
    </PieceLink>
  );
}

/** The facts in it, the text that it is a fact of, where its words lead, and the words that lead there. */
function Nearby({ screen, editing, surroundings, piece }: Props) {
  const { pages, pieces } = screen;
  const { around, within } = surroundings;
  const facts = factsOf(piece.value, piece.shown);
  // The page's marks know best; they are in the order of the text.
  const isPaired = within.length === facts.length;
  const outer = pieces.find(({ id }) => id === around);
  const links = linksBeside(piece, pieces);
  const leading = wordsBeside(piece, pieces);
  const other = { screen, editing };
  if (!outer && !leading && links.length + facts.length === 0) return null;
  return (
    <ul className="piece__facts">
      {outer && (
        <li>
          <Other {...other} to={outer}>
            The sentence around it
          </Other>
        </li>
      )}
      {leading && (
        <li>
          <Other {...other} to={leading}>
            Its words: <b dir="auto">{leading.shown}</b>
          </Other>
        </li>
      )}
      {links.map((link) => (
        <li key={link.id}>
          <Other {...other} to={link}>
            {link.id.endsWith(".to") ? "Leads to" : link.name}: <b>{shownWords(link, pages)}</b>
          </Other>
        </li>
      ))}
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
              <Other {...other} to={fact}>
                {words}
              </Other>
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
  const where = isLink(piece) ? null : PLACES[place];
  return (
    <>
      {(meaning || where) && (
        <p className="small soft">{[where, meaning].filter(Boolean).join(" ")}</p>
      )}
      {piece.kind === "picture" ? (
        <LaterPictureForm screen={screen} editing={props.editing} go={props.go} piece={piece} />
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
      {item && <ItemForm screen={screen} piece={piece.id} item={item} />}
    </>
  );
}
