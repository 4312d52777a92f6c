// Suspected spam: a person decides, nothing is thrown away.
import type { HeldRow, Row } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { heldAction, requestAddress } from "../../ui/addresses.ts";
import { CalmSea } from "../../ui/calm-sea.tsx";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { RequestTabs } from "../../ui/tabs.tsx";
import { Typed } from "../../ui/typed.tsx";
import type { ScreenKind, ScreenProps } from "../screen.ts";
import "./held.css";

/** The line to its own mailing. */
function Mailing({ row, mailedAt }: { row: Row; mailedAt: number | null }) {
  const now = useNow();
  if (mailedAt == null) return <p className="small soft">It waits until somebody looks.</p>;
  const due = dueOf({ ...row, due_at: mailedAt, stage: "new" }, now);
  // Being mailed is no broken promise: the line never turns red.
  const over = due?.over && { over: false, percent: 100, to: when(mailedAt, now) };
  return (
    <div className="stack held__line">
      {due && <DueLine due={{ ...due, look: "calm", ...over }} />}
      <p className="small soft">
        If nobody looks, it's mailed by itself at the end of the line, marked [held].
      </p>
    </div>
  );
}

function Reasons({ reasons }: { reasons: string }) {
  const list = reasons.split(", ").filter(Boolean);
  return (
    <div className="held__why">
      <p className="small soft">Held because of</p>
      <ul className="row">
        {list.map((reason) => (
          <li className="pill pill--line" key={reason}>
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Card({ held: { row, reasons, mailed_at } }: { held: HeldRow }) {
  const now = useNow();
  return (
    <li className="panel held">
      <div className="row">
        <h2>
          <a href={requestAddress(row.reference)} data-row>
            <Typed text={row.name} />
          </a>
        </h2>
        <span className="ref push">
          {row.reference} · {when(row.received_at, now)}
        </span>
      </div>
      {row.message && (
        <p className="held__said">
          <Typed text={row.message} quoted />
        </p>
      )}
      <Reasons reasons={reasons} />
      <Mailing row={row} mailedAt={mailed_at} />
      <PostForm action={heldAction(row.reference)} className="btns btns--grow">
        <button type="submit" name="decision" value="pass" className="btn">
          <Icon name="send" />
          Pass it on
        </button>
        <button type="submit" name="decision" value="spam" className="btn btn--line">
          <Icon name="ban" />
          It's spam
        </button>
      </PostForm>
    </li>
  );
}

/** When it was set aside, and by whom. */
function Decided({ row }: { row: Row }) {
  const now = useNow();
  const { last, received_at } = row;
  const by = last?.by_me ? "you" : firstName(last?.by ?? "");
  const words = [when(last?.at ?? received_at, now), by].filter(Boolean).join(", ");
  return <span className="push small soft">{words}</span>;
}

function SetAside({ rows }: { rows: HeldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="held__aside" aria-labelledby="aside">
      <h2 id="aside">Set aside: {rows.length}</h2>
      <p className="small">Still stored, still listed. Any of them can be passed on after all.</p>
      <ul className="rule">
        {rows.map(({ row, reasons }) => (
          <li className="row" key={row.reference}>
            <span className="held__what">
              <a href={requestAddress(row.reference)} data-row>
                <Typed text={row.name} />
              </a>{" "}
              <span className="small">{reasons}</span>
            </span>
            <Decided row={row} />
            <PostForm action={heldAction(row.reference)}>
              <button type="submit" name="decision" value="pass" className="btn btn--bare">
                Pass it on
                <span className="sr">, {row.name}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

const headingOf = (count: number) =>
  count === 0
    ? "Nothing looks odd"
    : count === 1
      ? "1 request looks odd"
      : `${count} requests look odd`;

function HeldScreen({ desk, screen: { waiting, set_aside } }: ScreenProps<"held">) {
  const counts = { waiting: desk.me?.waiting, held: waiting.length };
  const tabs = <RequestTabs current="held" counts={counts} />;
  if (waiting.length === 0)
    return (
      <main id="main">
        {tabs}
        <CalmSea>
          <h1>Nothing looks odd.</h1>
        </CalmSea>
        <SetAside rows={set_aside} />
      </main>
    );
  return (
    <main id="main">
      <header className="head">
        <h1>{headingOf(waiting.length)}</h1>
        <p>
          Whoever wrote was thanked, and it's stored like any other, but no phone rang: one mail
          lists what is held. You decide; nothing is thrown away.
        </p>
      </header>
      {tabs}
      <ul className="two stack held__list">
        {waiting.map((held) => (
          <Card key={held.row.reference} held={held} />
        ))}
      </ul>
      <SetAside rows={set_aside} />
    </main>
  );
}

export const held: ScreenKind<"held"> = {
  view: HeldScreen,
  title: ({ waiting }) => headingOf(waiting.length),
};
