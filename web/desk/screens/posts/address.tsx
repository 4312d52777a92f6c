// A post's address, its state for readers, and the ways to change either.
import type { PostEditor, PostProblem } from "../../../src/contract/desk.ts";
import { fullDate } from "../../../ui/dubai.ts";
import { PostForm } from "../../ui/actions.tsx";
import { postAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { dayDateTime } from "./list-words.ts";
import { Problems } from "./problems.tsx";
import { StateTag } from "./state.tsx";
import { POST_FORM } from "./words.ts";

type Props = { screen: PostEditor; problems: PostProblem[] };

function Rename({ screen: { id, slug, state } }: { screen: PostEditor }) {
  return (
    <details className="ed__rename" key={slug}>
      <summary className="btn btn--bare btn--flush">
        Change<span className="sr"> the address</span>
      </summary>
      <PostForm action={postAction(id, "rename")} className="stack">
        <div className="field">
          <label htmlFor="slug">
            The end of its address {state !== "draft" && <span>The old one leads here.</span>}
          </label>
          <input
            id="slug"
            name="slug"
            defaultValue={slug}
            required
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <button type="submit" className="btn btn--line">
          Change it
        </button>
      </PostForm>
    </details>
  );
}

export function Address({ screen, problems }: Props) {
  const now = useNow();
  const { id, slug, state, published_at: at } = screen;
  const isOn = state === "published" || state === "scheduled";
  const path = `/blogs/${slug}`;
  const isOut = state === "published" && at != null && at <= now;
  return (
    <div className="ed__about">
      <p className="row">
        <StateTag state={state} />
        {isOn && at != null && (
          <span>{state === "scheduled" ? dayDateTime(at) : fullDate(at)}</span>
        )}
        {isOn && (
          <button
            type="submit"
            form={POST_FORM}
            formAction={postAction(id, "unpublish")}
            formNoValidate
            className="btn btn--bare btn--flush"
          >
            Take it off
          </button>
        )}
      </p>
      <div className="row">
        <span className="ed__path">{isOut ? <a href={path}>{path}</a> : path}</span>
        <Rename screen={screen} />
      </div>
      <Problems field="slug" problems={problems} />
    </div>
  );
}
