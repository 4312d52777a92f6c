// A bar for each day, on one scale from 0; the time below is a dimension line. Coordinates are shares of the space, so
// that the words keep their size.
import { grouped } from "../../../ui/number.ts";
import { shortDay } from "./days.ts";
import { scaleFor } from "./scale.ts";
import { chartLabel, chartSentence, type DayValue, mostOf } from "./sentences.ts";

/** Share of a day's place that its bar takes. */
const BAR = 0.74;

const percent = (share: number) => `${Math.round(share * 1e4) / 100}%`;

type Props = {
  heading: string;
  /** Name of the count, such as `Requests a day`. */
  what: string;
  days: DayValue[];
};

export function DayChart({ heading, what, days }: Props) {
  const most = mostOf(days);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section className="panel">
      <h2>{heading}</h2>
      <p className="small">{chartSentence(days)}</p>
      {most && first && last && (
        <div className="chart" role="img" aria-label={chartLabel(what, days)}>
          <Bars days={days} most={most} />
          <div className="chart__axis">
            <span>{shortDay(first.day)}</span>
            <DimensionLine />
            <span>{shortDay(last.day)}</span>
          </div>
        </div>
      )}
    </section>
  );
}

function Bars({ days, most }: { days: DayValue[]; most: DayValue }) {
  const lines = scaleFor(most.value);
  const [top = 1] = lines;
  const place = 1 / days.length;
  const centre = days.indexOf(most) * place + place / 2;
  return (
    <>
      <div className="chart__scale">
        {lines.map((line) => (
          <span key={line}>{grouped(line)}</span>
        ))}
      </div>
      <svg className="chart__plot" aria-hidden="true">
        {lines.map((line) => (
          <line key={line} x2="100%" y1={percent(1 - line / top)} y2={percent(1 - line / top)} />
        ))}
        {days.map(({ day, value }, index) => (
          <rect
            key={day}
            x={percent((index + (1 - BAR) / 2) * place)}
            y={percent(1 - value / top)}
            width={percent(BAR * place)}
            height={percent(value / top)}
          />
        ))}
        <text x={percent(centre)} y={percent(1 - most.value / top)} dy="-0.4em">
          {grouped(most.value)}
        </text>
      </svg>
    </>
  );
}

function DimensionLine() {
  const tick = <path d="M-3.5 5 3.5 -5" />;
  return (
    <svg className="chart__time" aria-hidden="true">
      <line x2="100%" y1="50%" y2="50%" />
      <svg y="50%" aria-hidden="true">
        {tick}
      </svg>
      <svg x="100%" y="50%" aria-hidden="true">
        {tick}
      </svg>
    </svg>
  );
}
