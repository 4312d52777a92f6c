// The strip above a screen: where home is, whether the server is there, the search, and who is signed in.
import type { Desk, Me, RequestScreen, Row } from "../../src/contract/desk.ts";
import { FAVICON } from "../../src/shell/favicon.ts";
import { INBOX, requestAddress } from "../ui/addresses.ts";
import { useNow } from "../ui/clock.tsx";
import { clockTime, longDay, when } from "../ui/dubai.ts";
import { Face } from "../ui/face.tsx";
import { initials } from "../ui/first-name.ts";
import { Icon } from "../ui/icon.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Typed } from "../ui/typed.tsx";
import { Keys } from "./keys.tsx";
import "./strip.css";

/** `2 taps kept`; nothing where there are none. */
const keptWords = (taps: number) =>
  taps === 0 ? "" : taps === 1 ? "1 tap kept" : `${taps} taps kept`;

type OfflineProps = { asOf: number; taps: number };

/** `Offline, as it was at 14:05, 2 taps kept`. */
function Offline({ asOf, taps }: OfflineProps) {
  const now = useNow();
  return (
    <span>
      Offline, as it was at {when(asOf, now)}
      {taps > 0 && `, ${keptWords(taps)}`}
    </span>
  );
}

/** Announces a lost connection, and how many taps are waiting for it. */
function OfflineAloud({ offline, taps }: { offline: boolean; taps: number }) {
  const kept = keptWords(taps);
  const words = offline ? `You're offline. ${kept && `${kept}. They go out by themselves.`}` : "";
  return (
    <span className="sr" role="status">
      {words}
    </span>
  );
}

function Line({ offline, asOf, taps }: { offline: boolean; asOf: number; taps: number }) {
  const now = useNow();
  return (
    <>
      <p>
        <span className={offline ? "lamp lamp--off" : "lamp"} />
        {offline ? (
          <Offline asOf={asOf} taps={taps} />
        ) : (
          <span>
            Live<span className="only-wide">, {longDay(now)}</span>, {clockTime(now)}
          </span>
        )}
      </p>
      <OfflineAloud offline={offline} taps={taps} />
    </>
  );
}

function Find() {
  return (
    <details className="find">
      <summary className="icb" aria-keyshortcuts="/">
        <Icon name="search" />
        <span className="sr">Search requests by name, number, reference or note</span>
      </summary>
      <div className="find__form">
        <SearchForm label="Search requests" />
      </div>
    </details>
  );
}

/** Leads to the most urgent of those who came since the list was opened. */
function News({ news: [first, ...others] }: { news: Row[] }) {
  return (
    <div className="strip__news" role="status">
      {first && (
        <a href={requestAddress(first.reference)}>
          <span>
            <b>
              New: <Typed text={first.name} />
            </b>
            , {first.service}
            {first.emergency && " (emergency)"}
            {others.length > 0 && `, and ${others.length} more`}
          </span>
        </a>
      )}
    </div>
  );
}

type StripProps = { desk: Desk; me: Me; news: Row[]; offline: boolean; taps: number };

export function Strip({ desk, me, news, offline, taps }: StripProps) {
  return (
    <header className="strip">
      <a className="strip__home" href={INBOX}>
        <img src={FAVICON} width="32" height="32" alt={`${desk.company} desk`} />
      </a>
      <Line offline={offline} asOf={desk.now} taps={taps} />
      <News news={offline ? [] : news} />
      <div className="strip__end">
        <Keys />
        {me.places.includes("requests") && <Find />}
        <a className="icb" href="/desk/people" aria-label={`${initials(me.name)}, you: ${me.name}`}>
          <Face name={me.name} me />
        </a>
      </div>
    </header>
  );
}

/** Strip of one request: back to the list, and its place among those waiting. */
type RequestStripProps = { screen: RequestScreen; asOf: number; offline: boolean; taps: number };

export function RequestStrip({ screen, asOf, offline, taps }: RequestStripProps) {
  const { row, waiting } = screen;
  const place = waiting.findIndex(({ reference }) => reference === row.reference);
  const before = waiting[place - 1];
  const after = waiting[place + 1];
  return (
    <header className="strip">
      <a
        className="icb strip__back"
        href={INBOX}
        aria-label="Back to all requests"
        aria-keyshortcuts="Escape"
      >
        <Icon name="left" />
      </a>
      <p>
        {offline && <span className="lamp lamp--off" />}
        <span>{row.reference}</span>
        {offline && <Offline asOf={asOf} taps={taps} />}
      </p>
      <OfflineAloud offline={offline} taps={taps} />
      <div className="strip__end">
        <Keys />
        {place >= 0 && (
          <span className="small soft strip__place">
            {place + 1} of {waiting.length}
          </span>
        )}
        {place > 0 && before && (
          <a
            className="icb"
            href={requestAddress(before.reference)}
            aria-label={`Previous request, ${before.name}`}
            aria-keyshortcuts="K"
          >
            <Icon name="left" />
          </a>
        )}
        {after && (
          <a
            className="icb"
            href={requestAddress(after.reference)}
            aria-label={`Next request, ${after.name}`}
            aria-keyshortcuts="J"
          >
            <Icon name="right" />
          </a>
        )}
      </div>
    </header>
  );
}
