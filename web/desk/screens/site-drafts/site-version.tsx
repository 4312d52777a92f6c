// A page before and after a change: the words' difference, and the page twice, beside each other or, on phones, one at a
// time. Without scripts, too.
import { useEffect, useRef, useState } from "react";
import type { SiteVersion } from "../../../src/contract/desk.ts";
import { siteAddress, versionPageAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { Icon } from "../../ui/icon.tsx";
import type { ScreenProps } from "../screen.ts";
import { ChangeWords, whoWords } from "../site/change-words.tsx";
import { UndoForm } from "../site/changes.tsx";
import { SANDBOX } from "../site/frame.tsx";
import { bringIntoSight, markNow } from "../site/marks.ts";

type Side = "before" | "after";

const SIDES: [Side, string][] = [
  ["before", "Before"],
  ["after", "After"],
];

const stay = (event: Event) => event.preventDefault();

/** Outlines what was changed, and leads nowhere. What scrolls in the frame must not scroll the desk around it. */
function prepare(page: Document, piece: string | null): void {
  for (const type of ["click", "auxclick", "submit"]) page.addEventListener(type, stay, true);
  const [left, top] = [scrollX, scrollY];
  markNow(page, piece);
  bringIntoSight(page, piece, null);
  scrollTo({ left, top, behavior: "instant" });
}

type FrameProps = { screen: SiteVersion; side: Side; words: string };

function Frame({ screen: { change, at, title, piece }, side, words }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  // It may have been loaded before the scripts were there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load brings another document
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page?.body) prepare(page, piece);
  }, [piece, loads]);
  return (
    <section className={`sides__${side}`} aria-label={words}>
      <h2 className="sides__head">{words}</h2>
      <iframe
        ref={frame}
        title={`${title}, ${side} the change`}
        src={versionPageAddress(change.id, at, side)}
        sandbox={SANDBOX}
        onLoad={() => setLoads((count) => count + 1)}
      />
    </section>
  );
}

function Sides({ screen }: { screen: SiteVersion }) {
  return (
    <div className="sides">
      <fieldset className="role sides__choice">
        <legend className="sr">Which one to see</legend>
        {SIDES.map(([side, words]) => (
          <label key={side}>
            <input type="radio" name="side" value={side} defaultChecked={side === "after"} />
            <b>{words}</b>
          </label>
        ))}
      </fieldset>
      {SIDES.map(([side, words]) => (
        <Frame key={side} screen={screen} side={side} words={words} />
      ))}
    </div>
  );
}

export function SiteVersionView({ screen }: ScreenProps<"site-version">) {
  const { change, at, title, piece, problem } = screen;
  const now = useNow();
  return (
    <main id="main" className="siteversion">
      <a
        className="btn btn--bare btn--flush sitefacts__back"
        href={siteAddress(at, piece ?? undefined)}
        aria-keyshortcuts="Escape"
      >
        <Icon name="left" />
        Back to {title}
      </a>
      <header className="head head--with">
        <h1>{change.name}, before and after</h1>
        <p>
          <b>
            {when(change.when, now)}, {whoWords(change)}.
          </b>{" "}
          <ChangeWords change={change} />
        </p>
        <div className="head__do">
          {change.is_undone ? (
            <span className="small soft">It's taken back.</span>
          ) : (
            <UndoForm at={at} change={change} look="btn" />
          )}
        </div>
      </header>
      {problem ? (
        <div className="say say--warm">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      ) : (
        <Sides key={change.id} screen={screen} />
      )}
    </main>
  );
}
