// What the site brought: sums of days, in sentences, bars and tables.
import type { Sums } from "../../src/contract/desk.ts";
import { Answers } from "./numbers/answers.tsx";
import { DayChart } from "./numbers/day-chart.tsx";
import { Figures } from "./numbers/figures.tsx";
import { denominator, headline, isEmpty } from "./numbers/sentences.ts";
import { SumsTable } from "./numbers/sums-table.tsx";
import { PasskeyCard } from "./passkeys/add.tsx";
import type { ScreenProps } from "./screen.ts";

const PERIODS = [7, 30, 90];

export function NumbersScreen({ desk: { me }, screen }: ScreenProps<"numbers">) {
  const { days, total, answers, pages, campaigns } = screen;
  const empty = isEmpty(screen);
  const byDay = (value: (sums: Sums) => number) =>
    days.map(({ day, sums }) => ({ day, value: value(sums) }));
  return (
    <main id="main">
      {/* Whoever sees no requests comes in here. */}
      {!me?.places.includes("requests") && <PasskeyCard me={me} />}
      <header className="head head--with">
        <h1>{headline(screen)}</h1>
        {!empty && <p>{denominator(screen)}</p>}
        {!empty && (
          <a
            className="head__do btn btn--bare btn--flush"
            href={`/desk/numbers.csv?days=${days.length}`}
            download
          >
            Spreadsheet
          </a>
        )}
      </header>
      <Periods days={days.length} />
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
            />
            <SumsTable
              className="numbers__half"
              heading="By campaign"
              column="Campaign"
              one="campaign"
              many="campaigns"
              rows={campaigns.map(({ name, sums }) => ({ name: name || "none", sums }))}
            />
          </>
        )}
        <Limits />
      </div>
    </main>
  );
}

function Periods({ days }: { days: number }) {
  return (
    <nav className="tabs" aria-label="Days">
      {PERIODS.map((period) => (
        <a
          key={period}
          href={`/desk/numbers?days=${period}`}
          aria-current={period === days ? "page" : undefined}
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
