// Takes an item of a list out of the company's facts.
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { AT } from "./use-fact-check.ts";

type Props = { item: string; name: string; isLocked: boolean };

export function RemoveItem({ item, name, isLocked }: Props) {
  return (
    <PostForm action={siteAction("item")} fields={{ at: AT, item, back: "facts" }}>
      <button
        type="submit"
        className="btn btn--bare"
        name="action"
        value="remove"
        disabled={isLocked}
      >
        Remove<span className="sr">: {name}</span>
      </button>
    </PostForm>
  );
}
