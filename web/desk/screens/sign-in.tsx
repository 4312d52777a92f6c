// The way in for those who are known here.
import type { SignInProblem } from "../../src/contract/desk.ts";
import { PostForm } from "../ui/actions.tsx";
import { Icon } from "../ui/icon.tsx";
import { PASSKEY_WORDS } from "../ui/passkey-words.ts";
import { Complaint, EntryPage, LostPhone } from "./entry-page.tsx";
import { SignInButton } from "./passkeys/sign-in-button.tsx";
import type { ScreenKind, ScreenProps } from "./screen.ts";

const PROBLEMS: Record<SignInProblem, string> = {
  ended: "You've been away for 14 days. Sign in again.",
  unknown: PASSKEY_WORDS.unknown,
  "no-cookie":
    "Your browser didn't keep the sign-in. The desk needs an address that starts with https://.",
  "too-many": PASSKEY_WORDS["too-many"],
};

function SignInScreen({ desk, screen }: ScreenProps<"sign-in">) {
  const { nobody_yet: nobodyYet, problem, passkeys, next, mail_link: mailLink } = screen;
  // Before the first invitation there is no passkey.
  const usable = passkeys && !nobodyYet;
  return (
    <EntryPage company={desk.company}>
      <h1>Hello. Who's at the desk?</h1>
      {problem && <Complaint mild={problem === "ended"}>{PROBLEMS[problem]}</Complaint>}
      {nobodyYet ? <NobodyYet /> : <How usable={usable} />}
      <div className="gate__do">
        {usable && <SignInButton next={next} />}
        <a
          className={usable ? "btn btn--line btn--full" : "btn btn--big btn--full"}
          href="/desk/join"
        >
          I have a link or a code
          <Icon name="right" />
        </a>
      </div>
      <div>
        {usable && <OtherDevice />}
        {mailLink && !nobodyYet && <MailLink />}
        {!nobodyYet && <LostPhone />}
      </div>
    </EntryPage>
  );
}

function How({ usable }: { usable: boolean }) {
  return (
    <p>
      {usable
        ? "Your phone asks for your finger, your face or its code."
        : "You come in with an invitation: a link or a code that works once."}{" "}
      There's no password to forget.
    </p>
  );
}

function OtherDevice() {
  return (
    <details>
      <summary>
        On a borrowed or new device <Icon name="down" />
      </summary>
      <p className="small">
        Press “Sign in” and choose “another device”: you'll get a square to scan with the phone you
        use every day.
      </p>
    </details>
  );
}

function MailLink() {
  return (
    <details>
      <summary>
        Mail me a link <Icon name="down" />
      </summary>
      <PostForm action="/desk/sign-in/mail" className="gate__form">
        <div className="field">
          <label htmlFor="mail">Your mail address, as an owner wrote it down</label>
          <input
            id="mail"
            name="mail"
            type="email"
            required
            autoComplete="email"
            enterKeyHint="send"
          />
        </div>
        <button type="submit" className="btn btn--line btn--full">
          Send it
        </button>
      </PostForm>
    </details>
  );
}

function NobodyYet() {
  return (
    <div className="gate__first">
      <p>Nobody has been let in yet. Whoever runs the server types:</p>
      <code>amwaj staff invite NAME --role owner</code>
    </div>
  );
}

export const signIn: ScreenKind<"sign-in"> = {
  view: SignInScreen,
  title: () => "Sign in",
  theme: "light",
  layout: "bare",
};
