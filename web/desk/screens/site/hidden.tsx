// The sections that are in the page's file and not on the page; each can be shown again.
import type { HiddenSection } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";

type Props = { at: string; hidden: HiddenSection[]; isLocked: boolean };

export function HiddenSections({ at, hidden, isLocked }: Props) {
  if (hidden.length === 0) return null;
  return (
    <section className="piece__changes" aria-labelledby="not-shown">
      <h2 id="not-shown">Not shown on this page</h2>
      <ul className="hist">
        {hidden.map(({ item, words }) => (
          <li key={item}>
            <p dir="auto">{words}</p>
            <PostForm action={siteAction("item")} fields={{ at, item }}>
              <button
                type="submit"
                className="btn btn--bare"
                name="action"
                value="show"
                disabled={isLocked}
              >
                Show it again<span className="sr">: {words}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
