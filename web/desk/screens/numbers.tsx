// Results of the site: sums of days, in sentences, bars and tables.
import type { DaySums, Sums } from "../../src/contract/desk.ts";
import { isoDay } from "../ui/dubai.ts";
import { Answers } from "./numbers/answers.tsx";
import { DayChart } from "./numbers/day-chart.tsx";
import { shortDay } from "./numbers/days.ts";
import { Figures } from "./numbers/figures.tsx";
import { denominator, headline, isEmpty } from "./numbers/sentences.ts";
import { SumsTable } from "./numbers/sums-table.tsx";
import { PasskeyCard } from "./passkeys/add.tsx";
import type { ScreenProps } from "./screen.ts";
import "./numbers/numbers.css";

const PERIODS = [7, 30, 90];

export function NumbersScreen({ desk: { me, now }, screen }: ScreenProps<"numbers">) {
  const { days, total, answers, pages, campaigns } = screen;
  const empty = isEmpty(screen);
  const until = days.at(-1)?.day ?? "";
  const byDay = (value: (sums: Sums) => number) =>
    days.map(({ day, sums }) => ({ day, value: value(sums) }));
  return (
    <main id="main">
      {/* The first screen of people who see no requests. */}
      {!me?.places.includes("requests") && <PasskeyCard me={me} />}
      <header className="head head--with">
        <h1>{headline(screen)}</h1>
        {!empty && <p>{denominator(screen)}</p>}
        {!empty && (
          <a
            className="head__do btn btn--bare btn--flush"
            href={`/desk/numbers.csv?days=${days.length}&until=${until}`}
            download
          >
            Spreadsheet
          </a>
        )}
      </header>
      {me?.roles.includes("owner") && (
        <p className="small">
          <a href="/desk/requests.csv" download>
            All requests as a spreadsheet
          </a>
          , with names, numbers, notes and answers
        </p>
      )}
      <Periods days={days} isLatest={until === isoDay(now)} />
      <div className="numbers">
        {!empty && (
          <>
            <Figures numbers={screen} />
            <DayChart
              heading="Requests, day by day"
              what="Requests a day"
              days={byDay(({ requests }) => requests)}
            />
            <Answers answers={answers} reachedOtherwise={total.calls + total.chats} />
            <DayChart
              heading="Calls and chats, day by day"
              what="Calls and chats a day"
              days={byDay(({ calls, chats }) => calls + chats)}
            />
            <DayChart
              heading="Views, day by day"
              what="Views a day"
              days={byDay(({ views }) => views)}
            />
            <SumsTable
              className="numbers__wide"
              heading="By page"
              column="Page"
              one="page"
              many="pages"
              rows={pages.map(({ name, sums }) => ({ name: name === "/" ? "Home" : name, sums }))}
            >
              A request counts for the page on which the visit began, wherever the form was. Those
              that the office wrote down count by how they came.
            </SumsTable>
            <SumsTable
              className="numbers__half"
              heading="By campaign"
              column="Campaign"
              one="campaign"
              many="campaigns"
              rows={campaigns.map(({ name, sums }) => ({ name: name || "No campaign", sums }))}
            >
              By utm_source and utm_campaign of the link that brought the visitor. Booked: so far.
            </SumsTable>
          </>
        )}
        <Limits />
      </div>
    </main>
  );
}

/** `isLatest`: with today. The link of a mail leads to the days that the mail is about. */
function Periods({ days, isLatest }: { days: DaySums[]; isLatest: boolean }) {
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  return (
    <nav className="tabs" aria-label="Days">
      {!isLatest && (
        <a href={`/desk/numbers?days=${days.length}&until=${last}`} aria-current="page">
          {shortDay(first)} to {shortDay(last)}
        </a>
      )}
      {PERIODS.map((period) => (
        <a
          key={period}
          href={`/desk/numbers?days=${period}`}
          aria-current={isLatest && period === days.length ? "page" : undefined}
        >
          {period} days
        </a>
      ))}
    </nav>
  );
}

function Limits() {
  return (
    <section className="panel numbers__half">
      <h2>What this isn't</h2>
      <div className="stack small">
        <p>
          No cookies, no visitor is followed, no other company is told. These are sums of days, so
          nobody can be found in them.
        </p>
        <p>Anybody can open a page often. Take the sums as a guide, not as proof.</p>
        <p>
          Days are compared with as many days before them, once both sides have at least 100 views.
          Below 100 views a share says more of chance than of a page: too few.
        </p>
      </div>
    </section>
  );
}
