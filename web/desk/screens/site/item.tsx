// The item of a list that a piece belongs to: it can be moved, copied and taken out; a section can be hidden, and a
// sample be said to be real.
import type { PieceItem, SiteScreen } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { AddItem, ownPieces } from "./add-item.tsx";

type Props = { screen: SiteScreen; piece: string; item: PieceItem };

export function ItemForm({ screen, piece, item }: Props) {
  const { at } = screen;
  const { id, list, index, count, sample } = item;
  const isLocked = screen.locked != null;
  // A heading is no item of its own: its section would go.
  const isSection = list === "sections";
  const own = isSection ? null : ownPieces(screen, id);
  const doings = [
    { action: "up", words: "Earlier", isAtEnd: index === 0 },
    { action: "down", words: "Later", isAtEnd: index === count - 1 },
    // Its copy is public at once, so what can be added empty is not copied.
    ...(own ? [] : [{ action: "copy", words: "Copy", isAtEnd: false }]),
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
      {own && <AddItem key={count} {...{ screen, piece, own, isLocked }} item={id} />}
      {sample && (
        <PostForm action={siteAction("item")} fields={{ at, item: sample, piece, action: "real" }}>
          <p className="small piece__sample">
            It's a sample: visitors read “Sample” beside it. Once these are a customer's own words,
            and they agreed to be quoted, or brands that you may show:
          </p>
          <button type="submit" className="btn btn--soft" disabled={isLocked}>
            It's real
          </button>
        </PostForm>
      )}
    </section>
  );
}
