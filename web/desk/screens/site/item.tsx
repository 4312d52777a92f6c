// The item of a list that a piece belongs to: it can be moved, copied and taken out; a section can be hidden.
import type { PieceItem } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";

type Props = { at: string; piece: string; item: PieceItem; isLocked: boolean };

export function ItemForm({ at, piece, item: { id, list, index, count }, isLocked }: Props) {
  // A heading is no item of its own: its section would go.
  const isSection = list === "sections";
  const doings = [
    { action: "up", words: "Earlier", isAtEnd: index === 0 },
    { action: "down", words: "Later", isAtEnd: index === count - 1 },
    { action: "copy", words: "Copy", isAtEnd: false },
    ...(isSection ? [{ action: "hide", words: "Hide", isAtEnd: false }] : []),
    { action: "remove", words: "Remove", isAtEnd: false },
  ];
  return (
    <section className="piece__item" aria-label={`Its place in ${list}`}>
      <p className="small">
        {isSection && "The whole section: "}
        <b>
          {index + 1} of {count}
        </b>{" "}
        {isSection ? "on this page" : `in ${list}`}
      </p>
      <PostForm action={siteAction("item")} fields={{ at, item: id, piece }} className="btns">
        {doings.map(({ action, words, isAtEnd }) => (
          <button
            key={action}
            type="submit"
            className="btn btn--soft"
            name="action"
            value={action}
            disabled={isLocked || isAtEnd}
          >
            {words}
          </button>
        ))}
      </PostForm>
    </section>
  );
}
