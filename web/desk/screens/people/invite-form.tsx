// Lets somebody in: a name, roles, and an address to which a link for signing in may be mailed.
import { useState } from "react";
import { PostForm } from "../../ui/actions.tsx";
import { MailField, RoleChoice } from "./person-fields.tsx";

export function InviteForm() {
  // Each invitation that was made empties the fields for the next one.
  const [made, setMade] = useState(0);
  return (
    <PostForm
      action="/desk/people/invite"
      className="panel stack"
      onSent={() => setMade((count) => count + 1)}
    >
      <h2>Let somebody in</h2>
      <Fields key={made} />
      <button type="submit" className="btn btn--full">
        Make a link
      </button>
    </PostForm>
  );
}

function Fields() {
  return (
    <>
      <div className="field">
        <label htmlFor="name">Their name</label>
        <input id="name" name="name" required autoComplete="off" dir="auto" enterKeyHint="done" />
      </div>
      <RoleChoice roles={["office"]} />
      <MailField id="mail" mail={null} />
    </>
  );
}
