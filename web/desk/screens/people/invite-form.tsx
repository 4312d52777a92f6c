// Lets somebody in: a name and what they may do.
import { useState } from "react";
import { PostForm } from "../../ui/actions.tsx";
import { ROLE_NAMES, ROLES } from "./roles.ts";

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
      <fieldset className="role">
        <legend className="sr">What they may do</legend>
        {ROLES.map(({ role, may }, index) => (
          <label key={role}>
            <input type="radio" name="role" value={role} defaultChecked={index === 0} />
            <b>{ROLE_NAMES[role]}</b>
            <span>{may}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
