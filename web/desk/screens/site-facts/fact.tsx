// A fact in its row: its name, its value as visitors read it, and, once it's opened, the form that changes it.
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { RefusedEdit, SitePiece } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { LiveButtons, pressOn } from "../site/live-buttons.tsx";
import { useKeepWords } from "../site/open-draft.tsx";
import { type FieldElement, PieceField } from "../site/piece-field.tsx";
import { Failed, SiteProblems } from "../site/problems.tsx";
import { AT, useFactCheck } from "./use-fact-check.ts";
import type { FactDrafts } from "./use-fact-drafts.ts";

type Props = {
  piece: SitePiece;
  /** Unit of its value: `a year`. */
  unit?: string;
  drafts: FactDrafts;
  /** The edit of it that was refused. */
  refused: RefusedEdit | null;
  isLocked: boolean;
};

type FormProps = Props & {
  /** The button that puts it live. */
  go: RefObject<HTMLButtonElement | null>;
};

const pagesWords = (pages: number) => `on ${pages} ${pages === 1 ? "page" : "pages"}`;

function FactForm({ piece, drafts, refused, isLocked, go }: FormProps) {
  const field = useRef<FieldElement>(null);
  const problemsId = useId();
  const value = drafts.valueOf(piece);
  const { problems, isUpToDate, failed } = useFactCheck(piece, value, refused);
  const isWrong = problems.some(({ is_mistake: isMistake }) => isMistake);
  return (
    <PostForm
      action={siteAction("save")}
      fields={{ at: AT, piece: piece.id, was: drafts.wasOf(piece), value, back: "facts" }}
      className="piece__form"
    >
      {piece.meaning && <p className="small soft">{piece.meaning}</p>}
      <fieldset disabled={isLocked}>
        <PieceField
          piece={piece}
          value={value}
          describedBy={problems.length > 0 ? problemsId : undefined}
          isInvalid={isWrong}
          onType={(typed) => drafts.type(piece, typed)}
          field={field}
          isLine
        />
      </fieldset>
      <SiteProblems
        id={problemsId}
        value={value}
        problems={problems}
        onFix={isUpToDate ? (fix) => drafts.type(piece, fix) : null}
      />
      <Failed words={failed} />
      <LiveButtons
        ref={go}
        isLocked={isLocked}
        isSame={value === piece.value}
        waitsFor={isWrong ? "wakes up when the complaint is gone" : null}
        onLeave={() => drafts.leave(piece)}
      />
    </PostForm>
  );
}

/** Opens for what was refused, and closes once what was typed is live. */
function useOpen({ piece, drafts, refused }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [seen, setSeen] = useState({ value: piece.value, refused });
  const isLive = drafts.valueOf(piece) === piece.value;
  if (seen.value !== piece.value || seen.refused !== refused) {
    setSeen({ value: piece.value, refused });
    if (refused) setIsOpen(true);
    else if (isLive && seen.value !== piece.value) setIsOpen(false);
  }
  useEffect(() => {
    const row = details.current;
    // The button that had the focus is out of sight now.
    if (!isOpen && row?.contains(document.activeElement)) row.querySelector("summary")?.focus();
  }, [isOpen]);
  return { details, isOpen, setIsOpen };
}

export function Fact(props: Props) {
  const { piece, unit, drafts } = props;
  const { details, isOpen, setIsOpen } = useOpen(props);
  const words = useKeepWords();
  const isTyped = drafts.valueOf(piece) !== piece.value;
  const go = useRef<HTMLButtonElement>(null);
  return (
    <li>
      <details
        className="fact"
        ref={details}
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        onKeyDown={(event) => pressOn(go, event)}
      >
        <summary>
          <span className="fact__name">
            {piece.name}
            <small>
              {piece.on_pages > 0 && pagesWords(piece.on_pages)}
              {isTyped && <span className="pieces__draft">{words.typed}</span>}
            </small>
          </span>
          <b className="fact__value" dir="auto">
            {piece.shown} {unit && <small>{unit}</small>}
          </b>
          <Icon name="down" />
        </summary>
        <FactForm {...props} go={go} />
      </details>
    </li>
  );
}
