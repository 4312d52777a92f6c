// Before launch: what is still invented, what only the owner knows, what the server lacks, and the button that puts the site
// live.
import type {
  LaunchKind,
  LaunchScreen,
  LaunchState,
  LaunchStep,
} from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { LAUNCH } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { Locked } from "../../ui/locked.tsx";
import type { ScreenProps } from "../screen.ts";
import "./launch.css";

const GROUPS: { kind: LaunchKind; heading: string; none: string }[] = [
  { kind: "sample", heading: "Replace what is invented", none: "Nothing invented is left." },
  { kind: "question", heading: "Answer what only you know", none: "All questions are answered." },
  { kind: "server", heading: "Prepare the server", none: "" },
];

const STATES: Record<LaunchState, string> = {
  private: "This site isn't set up for the public yet, so it can't go live from here.",
  preview:
    "The site is a preview: whoever has its address can see it, and search engines are kept away.",
  live: "The site is live.",
};

/** A question is answered where its page says it; only a person knows that it is. */
function Answered({ id, is_done }: { id: string; is_done: boolean }) {
  return (
    <PostForm action={`${LAUNCH}/answer`} fields={{ id, answered: is_done ? "" : "yes" }}>
      <button type="submit" className="btn btn--bare">
        {is_done ? "Not answered after all" : "Answered"}
      </button>
    </PostForm>
  );
}

function Step({ what, instead, to, id, is_done }: LaunchStep) {
  return (
    <li className={is_done ? "launch__step is-done" : "launch__step"}>
      <Icon name={is_done ? "spoke" : "right"} />
      <p>
        <b>
          {is_done && <span className="sr">Done: </span>}
          {what}
        </b>{" "}
        {!is_done && instead}
      </p>
      <div className="launch__do">
        {to && !is_done && (
          <a className="btn btn--soft" href={to}>
            Open
            <span className="sr">: {what}</span>
          </a>
        )}
        {id && <Answered id={id} is_done={is_done} />}
      </div>
    </li>
  );
}

function GoLive({ steps, locked }: LaunchScreen) {
  const samples = steps.filter(({ kind }) => kind === "sample").length;
  const open = steps.filter(({ is_done }) => !is_done).length;
  return (
    <section className="panel stack" aria-labelledby="live">
      <h2 id="live">Put the site live</h2>
      <p>
        {samples > 0
          ? "That's possible once nothing invented is left on it."
          : "Search engines may keep it from then on."}{" "}
        {samples === 0 && open > 0 && `Of the list above, ${open} still open: you decide.`}
      </p>
      <PostForm action={`${LAUNCH}/live`}>
        <button type="submit" className="btn btn--big" disabled={samples > 0 || locked != null}>
          Put the site live
        </button>
      </PostForm>
    </section>
  );
}

export function LaunchView({ screen }: ScreenProps<"launch">) {
  const { state, steps, locked } = screen;
  return (
    <main id="main">
      <header className="head">
        <h1>Before launch</h1>
        <p>{STATES[state]}</p>
      </header>
      <Locked why={locked ?? null} />
      <div className="launch">
        {GROUPS.map(({ kind, heading, none }) => {
          const own = steps.filter((step) => step.kind === kind);
          const left = own.filter(({ is_done }) => !is_done).length;
          return (
            <section key={kind} className="panel stack" aria-labelledby={kind}>
              <h2 id={kind}>
                {heading} {left > 0 && <span className="launch__left">{left} left</span>}
              </h2>
              {left === 0 && none && <p>{none}</p>}
              <ul className="launch__steps">
                {own.map((step) => (
                  <Step key={step.what + step.to} {...step} />
                ))}
              </ul>
            </section>
          );
        })}
        {state === "preview" && <GoLive {...screen} />}
      </div>
    </main>
  );
}
