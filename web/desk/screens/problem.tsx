// A screen that can't be shown: why, and where to go instead.
import { Fragment } from "react";
import drawing from "../../../content/illustrations/not-found.svg";
import type { Me, NavPlace } from "../../src/contract/desk.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Typed } from "../ui/typed.tsx";
import { EntryPage } from "./entry-page.tsx";
import { Confirm } from "./passkeys/confirm.tsx";
import { roleNames } from "./people/roles.ts";
import type { ScreenKind, ScreenOf, ScreenProps } from "./screen.ts";

type Problem = ScreenOf<"problem">;

const PLACES: Record<NavPlace, { label: string; href: string }> = {
  requests: { label: "To the requests", href: "/desk/" },
  held: { label: "To what's held", href: "/desk/held" },
  posts: { label: "To the posts", href: "/desk/posts" },
  site: { label: "To the site", href: "/desk/site" },
  numbers: { label: "To the numbers", href: "/desk/numbers" },
  people: { label: "To the people", href: "/desk/people" },
};

const ICONS: Record<Problem["problem"], IconName> = {
  "not-allowed": "held",
  confirm: "finger",
  "no-request": "search",
  "not-found": "search",
  "draft-gone": "clock",
  foreign: "alert",
  invalid: "alert",
  away: "clock",
};

function headingOf(problem: Problem): string {
  switch (problem.problem) {
    case "not-allowed":
      return "That's not for you here";
    case "confirm":
      return "First, confirm it's you";
    case "no-request":
      return `There's no request ${problem.reference}`;
    case "not-found":
      return "There's nothing at this address";
    case "draft-gone":
      return "This draft isn't here any more";
    case "foreign":
      return "This form came from somewhere else";
    case "invalid":
      return "That didn't go through";
    case "away":
      return "The database doesn't answer";
  }
}

function Text({ problem, me }: { problem: Problem; me: Me | null }) {
  switch (problem.problem) {
    case "not-allowed":
      return (
        <p>
          {me && `You're signed in as ${roleNames(me.roles).toLowerCase()}. `}
          {problem.owners.length > 0 && <Owners names={problem.owners} />}
        </p>
      );
    case "confirm":
      return <Confirm hasPasskey={problem.has_passkey} />;
    case "no-request":
      return <p>{problem.nearest ? `Did you mean ${problem.nearest}?` : "It may be mistyped."}</p>;
    case "not-found":
      return <p>It may be mistyped, or what was here is gone.</p>;
    case "draft-gone":
      return (
        <p>
          It's live by now, was put aside, or nobody has changed it for 30 days. Ask whoever sent
          you the link.
        </p>
      );
    case "foreign":
      return <p>Nothing was changed. Open the desk and try again.</p>;
    case "invalid":
      return (
        <>
          <p>{problem.text}</p>
          <p className="small soft">Nothing was changed. Go back and try once more.</p>
        </>
      );
    case "away":
      return <p>Requests are still being taken. Try again.</p>;
  }
}

/** `Mariam, Yusuf or Khalid can change that.` */
function Owners({ names }: { names: string[] }) {
  return (
    <>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && (index === names.length - 1 ? " or " : ", ")}
          <Typed text={name} />
        </Fragment>
      ))}{" "}
      can change that.
    </>
  );
}

/** Remedies, and other places to go. */
function Ways({ problem, me }: { problem: Problem; me: Me | null }) {
  const nearest = problem.problem === "no-request" ? problem.nearest : null;
  const again = problem.problem === "away";
  const isSecond = nearest || again || problem.problem === "confirm";
  const place = me?.places[0];
  const isPlain = !place || problem.problem === "foreign";
  const home = isPlain ? { label: "Open the desk", href: "/desk/" } : PLACES[place];
  return (
    <div className="btns">
      {nearest && (
        <a className="btn" href={`/desk/requests/${nearest}`}>
          Open {nearest}
        </a>
      )}
      {again && (
        // biome-ignore lint/a11y/useValidAnchor: the empty address is this document's own
        <a className="btn" href="">
          Try again
        </a>
      )}
      <a className={isSecond ? "btn btn--line" : "btn"} href={home.href}>
        {home.label}
      </a>
    </div>
  );
}

function ProblemScreen({ desk: { me, company }, screen: problem }: ScreenProps<"problem">) {
  const words = (
    <>
      <h1>{headingOf(problem)}</h1>
      <Text problem={problem} me={me} />
      <Ways problem={problem} me={me} />
    </>
  );
  if (!me) return <EntryPage company={company}>{words}</EntryPage>;
  const isGone = problem.problem === "not-found" || problem.problem === "no-request";
  return (
    <main id="main">
      <div className="problem">
        {isGone ? (
          <img src={drawing} width={800} height={600} alt="" />
        ) : (
          <span className="problem__icon">
            <Icon name={ICONS[problem.problem]} />
          </span>
        )}
        <div className="stack">{words}</div>
      </div>
    </main>
  );
}

export const problem: ScreenKind<"problem"> = { view: ProblemScreen, title: headingOf };
