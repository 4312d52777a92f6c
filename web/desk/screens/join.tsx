// The way in with the code of an invitation or a mail: its link is this screen's address, with the code after `#`, where no
// log sees it.
import { useEffect, useRef } from "react";
import type { JoinProblem } from "../../src/contract/desk.ts";
import { PostForm } from "../ui/actions.tsx";
import { useNow } from "../ui/clock.tsx";
import { clockTime, when } from "../ui/dubai.ts";
import { Complaint, EntryPage, LostPhone } from "./entry-page.tsx";
import type { ScreenKind, ScreenProps } from "./screen.ts";

/** Two or four groups of four; other fragments, such as that of the link to the content, aren't codes. */
const CODE = /^([\da-z]{4}-?){2}(([\da-z]{4}-?){2})?$/i;

const FIELD_ID = "code";
const PROBLEM_ID = "problem";

function wordsFor(problem: JoinProblem, now: number): string {
  switch (problem.problem) {
    case "unknown":
      return "Nobody was given this code. Look at it once more, or ask for a new one.";
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

/** A field that gets the code of an opened link, which leaves the address. */
function useCodeOfLink() {
  const field = useRef<HTMLInputElement>(null);
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
  }, []);
  return field;
}

function JoinScreen({ desk, screen: { mailed, problem } }: ScreenProps<"join">) {
  const field = useCodeOfLink();
  const now = useNow();
  return (
    <EntryPage company={desk.company}>
      {mailed ? <Mailed /> : <Invited />}
      <PostForm action="/desk/join" className="gate__form">
        {problem && <Complaint id={PROBLEM_ID}>{wordsFor(problem, now)}</Complaint>}
        <div className="field">
          <label htmlFor={FIELD_ID}>{mailed ? "The code from the mail" : "Your code"}</label>
          <input
            ref={field}
            id={FIELD_ID}
            className="code"
            name="code"
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

function Invited() {
  return (
    <>
      <h1>Come in with your link</h1>
      <p>
        A link brings its code along. If somebody read the code out to you, or it came by mail, type
        it here.
      </p>
    </>
  );
}

function Mailed() {
  return (
    <>
      <h1>Look into your mail</h1>
      <p role="status">
        If an owner wrote your address down, a link and a code are on their way. Open the link, or
        type the code here. They are good for 15 minutes, once.
      </p>
      <p>
        Nothing there after two minutes? Look among the unwanted mail, or ask an owner for a link.
      </p>
    </>
  );
}

export const join: ScreenKind<"join"> = {
  view: JoinScreen,
  title: () => "Come in",
  theme: "light",
  layout: "bare",
};
