// The way in with an invitation: its link is this screen's address, with the code after `#`, where no log sees it.
import { type RefObject, useEffect, useRef } from "react";
import type { JoinProblem } from "../../src/contract/desk.ts";
import { PostForm } from "../ui/actions.tsx";
import { useNow } from "../ui/clock.tsx";
import { clockTime, when } from "../ui/dubai.ts";
import { Complaint, EntryPage, LostPhone } from "./entry-page.tsx";
import type { ScreenKind, ScreenProps } from "./screen.ts";

/** Four groups of four; other fragments, such as that of the link to the content, aren't codes. */
const CODE = /^[\da-z]{4}(-?[\da-z]{4}){3}$/i;

const FIELD_ID = "code";
const PROBLEM_ID = "problem";

function wordsFor(problem: JoinProblem, now: number): string {
  switch (problem.problem) {
    case "unknown":
      return "No invitation has this code. Look at it once more, or ask for a new one.";
    case "used": {
      const time = when(problem.at, now);
      const at = time === clockTime(problem.at) ? `at ${time}` : `on ${time}`;
      return `This link was used ${at}. Was that you? If not, tell an owner.`;
    }
    case "expired":
      return `This link was good until ${when(problem.at, now)}. Ask for a new one.`;
    case "too-many":
      return "Too many tries. Wait 5 minutes, or use a link.";
  }
}

/** Puts the code of an opened link into the field, and takes it out of the address. */
function useCodeOfLink(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const take = () => {
      const code = location.hash.slice(1);
      if (!CODE.test(code) || !field.current) return;
      field.current.value = code;
      history.replaceState(null, "", location.pathname + location.search);
    };
    take();
    // A second link opened in the same tab changes nothing but the fragment.
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [field]);
}

function JoinScreen({ desk, screen: { code, problem } }: ScreenProps<"join">) {
  const field = useRef<HTMLInputElement>(null);
  const now = useNow();
  useCodeOfLink(field);
  return (
    <EntryPage company={desk.company}>
      <h1>Come in with your invitation</h1>
      <p>A link brings its code along. If somebody read the code out to you, type it here.</p>
      <PostForm action="/desk/join" className="gate__form">
        {problem && <Complaint id={PROBLEM_ID}>{wordsFor(problem, now)}</Complaint>}
        <div className="field">
          <label htmlFor={FIELD_ID}>The code from your invitation</label>
          <input
            ref={field}
            id={FIELD_ID}
            className="code"
            name="code"
            defaultValue={code}
            required
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? PROBLEM_ID : undefined}
          />
        </div>
        <div className="gate__do">
          <button type="submit" className="btn btn--big btn--full">
            Sign in on this phone
          </button>
        </div>
      </PostForm>
      <LostPhone />
    </EntryPage>
  );
}

export const join: ScreenKind<"join"> = {
  view: JoinScreen,
  title: () => "Your invitation",
  theme: "light",
  layout: "bare",
};
