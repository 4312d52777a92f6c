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

/** Said aloud only when the line is lost, not with each minute. */
function Line({ offline, asOf }: { offline: boolean; asOf: number }) {
  const now = useNow();
  return (
    <>
      <p>
        <span className={offline ? "lamp lamp--off" : "lamp"} />
        {offline ? (
          <span>Offline, as it was at {clockTime(asOf)}</span>
        ) : (
          <span>
            Live<span className="only-wide">, {longDay(now)}</span>, {clockTime(now)}
          </span>
        )}
      </p>
      <span className="sr" role="status">
        {offline ? "You're offline." : ""}
      </span>
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

export function Strip({ desk, me, offline }: { desk: Desk; me: Me; offline: boolean }) {
  return (
    <header className="strip">
      <a className="strip__home" href={INBOX}>
        <img src={FAVICON} width="32" height="32" alt={`${desk.company} desk`} />
      </a>
      <Line offline={offline} asOf={desk.now} />
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
export function RequestStrip({ screen, offline }: { screen: RequestScreen; offline: boolean }) {
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
        {offline && <span>Offline</span>}
      </p>
      <span className="sr" role="status">
        {offline ? "You're offline." : ""}
      </span>
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
