// The strip above a screen: where home is, whether the server is there, the search, and who is signed in.
import type { Desk, Me, RequestScreen } from "../../src/contract/desk.ts";
import { FAVICON } from "../../src/shell/favicon.ts";
import { INBOX, requestAddress } from "../ui/addresses.ts";
import { useNow } from "../ui/clock.tsx";
import { clockTime, longDay } from "../ui/dubai.ts";
import { Face } from "../ui/face.tsx";
import { initials } from "../ui/first-name.ts";
import { Icon } from "../ui/icon.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Keys } from "./keys.tsx";

/** `2 taps kept`; nothing where there are none. */
const keptWords = (taps: number) =>
  taps === 0 ? "" : taps === 1 ? "1 tap kept" : `${taps} taps kept`;

/** What is said aloud: when the line is lost, and what waits for it. */
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
          <span>Offline, {keptWords(taps) || `as it was at ${clockTime(asOf)}`}</span>
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

/** Opens without scripts too. */
function Find() {
  return (
    <details className="find">
      <summary className="icb" aria-keyshortcuts="/">
        <Icon name="search" />
        <span className="sr">Search requests by name, number or reference</span>
      </summary>
      <div className="find__form">
        <SearchForm label="Search requests" />
      </div>
    </details>
  );
}

type StripProps = { desk: Desk; me: Me; offline: boolean; taps: number };

export function Strip({ desk, me, offline, taps }: StripProps) {
  return (
    <header className="strip">
      <a className="strip__home" href={INBOX}>
        <img src={FAVICON} width="32" height="32" alt={`${desk.company} desk`} />
      </a>
      <Line offline={offline} asOf={desk.now} taps={taps} />
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

/** Of one request: back to the list, and its place among those who wait. */
type RequestStripProps = { screen: RequestScreen; offline: boolean; taps: number };

export function RequestStrip({ screen, offline, taps }: RequestStripProps) {
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
        {offline && <span>Offline{taps > 0 && `, ${keptWords(taps)}`}</span>}
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
