// The first step of a new post: its title. Everything else is typed in the editor, which saves by itself.
import { PostForm } from "../../ui/actions.tsx";
import { NEW_POST, POSTS } from "../../ui/addresses.ts";
import { Complaint } from "../entry-page.tsx";
import type { ScreenProps } from "../screen.ts";

const COMPLAINT_ID = "complaint";

export function NewPostView({ screen: { complaint } }: ScreenProps<"new-post">) {
  return (
    <main id="main">
      <PostForm action={NEW_POST} className="newpost stack">
        <h1>
          <label htmlFor="title">What's it called?</label>
        </h1>
        <p>It can be changed later. Nobody sees the post before you publish it.</p>
        <div className="field">
          <input
            id="title"
            name="title"
            required
            dir="auto"
            autoComplete="off"
            enterKeyHint="go"
            aria-invalid={complaint ? true : undefined}
            aria-describedby={complaint ? COMPLAINT_ID : undefined}
          />
        </div>
        {complaint && <Complaint id={COMPLAINT_ID}>{complaint}</Complaint>}
        <div className="btns">
          <button type="submit" className="btn btn--big">
            Write it
          </button>
          <a className="btn btn--bare btn--big" href={POSTS}>
            Back to the posts
          </a>
        </div>
      </PostForm>
    </main>
  );
}
