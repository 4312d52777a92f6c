// An earlier version of a post beside the present one.
import type { ChangedLine, ChangedSide, FieldDifference } from "../../../src/contract/desk.ts";
import { postAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { saidWhen } from "../../ui/dubai.ts";
import { Icon } from "../../ui/icon.tsx";
import type { ScreenProps } from "../screen.ts";
import { Change, RestoreForm, whoPart } from "./revisions.tsx";
import { FIELD_NAMES } from "./words.ts";
import "./revision.css";

/** Lines that follow each other on the same side. */
type Block = { side: ChangedSide; lines: string[] };

export function blocksOf(lines: ChangedLine[]): Block[] {
  const blocks: Block[] = [];
  for (const { side, text } of lines) {
    const last = blocks.at(-1);
    if (last?.side === side) last.lines.push(text);
    else blocks.push({ side, lines: [text] });
  }
  return blocks;
}

function BlockView({ block: { side, lines } }: { block: Block }) {
  const text = lines.join("\n");
  switch (side) {
    case "skipped":
      return <p className="diff__skip">unchanged lines left out</p>;
    case "both":
      return <p className="diff__both">{text}</p>;
    case "earlier":
      return (
        <del className="diff__earlier">
          <span className="sr">Only then: </span>
          {text}
        </del>
      );
    case "present":
      return (
        <ins className="diff__present">
          <span className="sr">Only now: </span>
          {text}
        </ins>
      );
  }
}

function Difference({ difference: { field, lines } }: { difference: FieldDifference }) {
  const heading = `difference-${field}`;
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>{FIELD_NAMES[field]}</h2>
      <div className="diff">
        <p className="diff__head diff__earlier-head">Then</p>
        <p className="diff__head diff__present-head">Now</p>
        {blocksOf(lines).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a difference never changes
          <BlockView key={index} block={block} />
        ))}
      </div>
    </section>
  );
}

export function RevisionView({
  screen: { id, title, revision, fields },
}: ScreenProps<"post-revision">) {
  const now = useNow();
  const time = saidWhen(revision.at, now);
  return (
    <main id="main">
      <p>
        <a
          className="btn btn--bare btn--flush posts__back"
          href={postAddress(id)}
          aria-keyshortcuts="Escape"
        >
          <Icon name="left" />
          Back to {title || "the post"}
        </a>
      </p>
      <header className="head head--with">
        <h1>As it was {time}</h1>
        <p>
          {whoPart(revision)}
          <Change change={revision.change} />
          {revision.is_live && ". Readers see this one"}. Bringing it back makes a new revision, so
          that can be undone too.
        </p>
        <div className="head__do">
          <RestoreForm id={id} number={revision.number} of={time} look="btn" />
        </div>
      </header>
      {fields.length === 0 ? (
        <p>It says exactly what the post says now.</p>
      ) : (
        <div className="stack">
          {fields.map((difference) => (
            <Difference key={difference.field} difference={difference} />
          ))}
        </div>
      )}
    </main>
  );
}
