// People waiting for an answer, the most urgent first; below the waterline, those answered today.
import type { Inbox } from "../../../src/contract/desk.ts";
import { HELD, INBOX, LAUNCH, NEW_REQUEST } from "../../ui/addresses.ts";
import { CalmSea } from "../../ui/calm-sea.tsx";
import type { Sender } from "../../ui/chat-text.ts";
import { useNow } from "../../ui/clock.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SearchForm } from "../../ui/search-form.tsx";
import { RequestTabs } from "../../ui/tabs.tsx";
import { Typed } from "../../ui/typed.tsx";
import { PasskeyCard } from "../passkeys/add.tsx";
import type { ScreenKind, ScreenProps } from "../screen.ts";
import { Next } from "./next.tsx";
import { RingingStrip } from "./ringing.tsx";
import { Rows } from "./rows.tsx";
import { headingOf, keptWords, urgency } from "./words.ts";
import "./inbox.css";
import "./water.css";

type Props = { inbox: Inbox; sender: Sender };

/** Leads to the form for a request that came by phone, by WhatsApp or in person. */
function Add({ short = false }) {
  return (
    <a className="btn btn--line" href={NEW_REQUEST}>
      <Icon name="add" />
      Add <span className={short ? "sr" : ""}>a request</span>
    </a>
  );
}

function Head({ inbox }: { inbox: Inbox }) {
  const now = useNow();
  const { show, search, rows } = inbox;
  const waits = show === "waiting" && !search;
  return (
    <header className="head inbox__head">
      <h1>{headingOf(inbox)}</h1>
      <Add short />
      {waits && rows.length > 0 && (
        <p>
          {urgency(rows, now).map(({ name, after }) => (
            <span key={name + after}>
              <Typed text={name} />
              {after}{" "}
            </span>
          ))}
        </p>
      )}
      {show === "failed" && <p>You can read them here, so nobody's lost.</p>}
      {(search || show === "all") && (
        <SearchForm label="Search in all requests" search={search} key={search} />
      )}
    </header>
  );
}

/** To what an owner has to do before the site goes live. */
function BeforeLaunch({ count }: { count: number }) {
  return count > 0 ? (
    <div className="say inbox__say">
      <Icon name="site" />
      <p>
        <b>Before launch:</b> {count === 1 ? "1 thing is" : `${count} things are`} left.
      </p>
      <a className="btn btn--bare" href={LAUNCH}>
        Look
      </a>
    </div>
  ) : null;
}

/** Other things that need a look. */
function AlsoThere({ inbox: { counts, before_launch } }: { inbox: Inbox }) {
  const { held, failed } = counts;
  return (
    <>
      <BeforeLaunch count={before_launch} />
      {failed > 0 && (
        <div className="say say--bad inbox__say">
          <Icon name="mail" />
          <p>
            <b>{failed === 1 ? "1 request wasn't" : `${failed} requests weren't`} delivered.</b> You
            can read {failed === 1 ? "it" : "them"} here, so nobody's lost.
          </p>
          <a className="btn btn--bare" href={`${INBOX}?show=failed`}>
            Look
          </a>
        </div>
      )}
      {held > 0 && (
        <div className="say inbox__say">
          <Icon name="held" />
          <p>
            <b>{held === 1 ? "1 request is" : `${held} requests are`} held.</b>{" "}
            {held === 1 ? "It looks" : "They look"} like spam.
          </p>
          <a className="btn btn--bare" href={HELD}>
            Look
          </a>
        </div>
      )}
    </>
  );
}

function AnsweredToday({ inbox, sender }: Props) {
  const { counts, answered_today: rows } = inbox;
  if (rows.length === 0) return null;
  return (
    <section className="water" aria-labelledby="done">
      <div className="row">
        <h2 id="done">Answered today: {counts.answered_today}</h2>
        <span className="push small">{keptWords(counts.answered_today, counts.in_time_today)}</span>
      </div>
      <Rows rows={rows} sender={sender} />
      <p className="inbox__more">
        <a className="btn btn--bare btn--flush" href={`${INBOX}?show=answered`}>
          All that was answered
          <Icon name="arrow" />
        </a>
      </p>
    </section>
  );
}

function More({ address }: { address: string | null }) {
  return address ? (
    <p className="inbox__more">
      <a className="btn btn--line" href={address}>
        More
      </a>
    </p>
  ) : null;
}

function Waiting({ inbox, sender }: Props) {
  const [first, ...others] = inbox.rows;
  return (
    <>
      {first && <Next row={first} sender={sender} />}
      {others.length > 0 && (
        <section aria-labelledby="then">
          <h2 className="sr" id="then">
            Then
          </h2>
          <Rows rows={others} sender={sender} />
        </section>
      )}
      <More address={inbox.more} />
      <AlsoThere inbox={inbox} />
      <AnsweredToday inbox={inbox} sender={sender} />
    </>
  );
}

/** Nobody waits: the heading lies on the sea. */
function Nobody({ inbox, sender }: Props) {
  const today = inbox.counts.answered_today;
  return (
    <>
      <RequestTabs current="waiting" counts={inbox.counts} />
      <CalmSea>
        <h1>{headingOf(inbox)}</h1>
        <p>
          {today > 0 && `${today} ${today === 1 ? "was" : "were"} answered today. `}
          The next request comes in here.
        </p>
      </CalmSea>
      <p className="inbox__more">
        <Add />
      </p>
      <AlsoThere inbox={inbox} />
      <AnsweredToday inbox={inbox} sender={sender} />
    </>
  );
}

function List({ inbox, sender }: Props) {
  const { rows, show, search, more } = inbox;
  const list = (
    <>
      <h2 className="sr">The requests</h2>
      {rows.length > 0 && <Rows rows={rows} sender={sender} failures={show === "failed"} />}
      <More address={more} />
    </>
  );
  return show === "answered" && !search && rows.length > 0 ? (
    <section className="water water--all">{list}</section>
  ) : (
    list
  );
}

function InboxScreen({ desk, screen }: ScreenProps<"inbox">) {
  const sender = { me: desk.me?.name ?? "", company: desk.company, texts: screen.chat };
  const { show, search, rows, counts } = screen;
  const waits = show === "waiting" && !search;
  if (waits && rows.length === 0)
    return (
      <main id="main">
        <PasskeyCard me={desk.me} />
        <RingingStrip me={desk.me} />
        <Nobody inbox={screen} sender={sender} />
      </main>
    );
  return (
    <main id="main">
      <PasskeyCard me={desk.me} />
      <RingingStrip me={desk.me} />
      <Head inbox={screen} />
      <RequestTabs current={search ? null : show} counts={counts} />
      {waits ? <Waiting inbox={screen} sender={sender} /> : <List inbox={screen} sender={sender} />}
    </main>
  );
}

function titleOf(inbox: Inbox): string {
  const waits = inbox.show === "waiting" && !inbox.search && inbox.counts.waiting > 0;
  return waits ? `${inbox.counts.waiting} waiting` : headingOf(inbox);
}

export const inbox: ScreenKind<"inbox"> = { view: InboxScreen, title: titleOf };
