// Details of a request, and its history.
import type { Other, RequestScreen, Stage } from "../../../src/contract/desk.ts";
import { dataAddress, requestAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { isSameDay, when } from "../../ui/dubai.ts";
import { Typed } from "../../ui/typed.tsx";
import { languageWords, pageWords } from "./page-words.ts";
import { type Entry, timelineOf } from "./timeline.ts";

const STAGES: Record<Stage, string> = {
  new: "waiting",
  contacted: "spoke",
  booked: "booked",
  lost: "lost",
};

/** `google.com`: the address without what does not matter. */
const siteOf = (referrer: string) => referrer.replace(/^https?:\/\/(www\.)?|\/$/g, "");

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function Others({ others }: { others: Other[] }) {
  const now = useNow();
  return (
    <ul>
      {others.map(({ reference, received_at, service, stage }) => (
        <li key={reference}>
          <a href={requestAddress(reference)}>
            {when(received_at, now)}, {service}
          </a>
          , {STAGES[stage]}
        </li>
      ))}
    </ul>
  );
}

function Facts({ screen }: { screen: RequestScreen }) {
  const { page, referrer, came_by, campaign, language, others } = screen;
  return (
    <dl className="facts">
      <div>
        <dt>Came from</dt>
        <dd>{capital(came_by ?? (page == null ? "not known" : pageWords(page)))}</dd>
      </div>
      {referrer && (
        <div>
          <dt>Before that</dt>
          <dd>{siteOf(referrer)}</dd>
        </div>
      )}
      {campaign && (
        <div>
          <dt>{came_by ? "Found us by" : "Campaign"}</dt>
          <dd>{campaign}</dd>
        </div>
      )}
      {language && (
        <div>
          <dt>Language</dt>
          <dd>{languageWords(language)}</dd>
        </div>
      )}
      {others.length > 0 && (
        <div>
          <dt>Wrote before</dt>
          <dd>
            <Others others={others} />
          </dd>
        </div>
      )}
    </dl>
  );
}

const CLASSES: Record<Entry["tone"], string | undefined> = {
  system: undefined,
  person: "is-person",
  late: "is-late",
};

function Timeline({ entries }: { entries: Entry[] }) {
  const now = useNow();
  const today = entries.every(({ at }) => isSameDay(at, now));
  return (
    <ol className={today ? "tl" : "tl tl--days"}>
      {entries.map(({ at, tone, strong, text, quote }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <li className={CLASSES[tone]} key={index}>
          <time dateTime={new Date(at).toISOString()}>{when(at, now)}</time>
          <span>
            {strong && <b>{strong}</b>} {text} {quote && <Typed text={quote} quoted />}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function About({ screen }: { screen: RequestScreen }) {
  const { row, events, seen } = screen;
  // The worker has it from the list.
  if (seen < 0)
    return (
      <p className="small">
        You're offline. What else we know, and what happened, is here once the network is back.
      </p>
    );
  return (
    <div className="stack about">
      <section aria-labelledby="known">
        <h2 id="known">What we know</h2>
        <Facts screen={screen} />
      </section>
      <section aria-labelledby="happened">
        <h2 id="happened">What happened</h2>
        <Timeline entries={timelineOf(row.received_at, events)} />
      </section>
      {screen.may_erase && row.erased_at == null && (
        <p>
          <a href={dataAddress(row.reference)}>Their data</a>
        </p>
      )}
    </div>
  );
}
