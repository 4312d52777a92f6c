// Outcomes of the requests, as bars on one scale.
import type { AnswerSums } from "../../../src/contract/desk.ts";
import { grouped } from "../../../ui/number.ts";

/** The states, from what came in to what came of it; the key is part of the bar's class. */
const STATES = [
  { key: "requests", words: "came in" },
  { key: "in_time", words: "were answered in time" },
  { key: "late", words: "were late" },
  { key: "waiting", words: "are waiting" },
  { key: "booked", words: "are booked so far" },
  { key: "lost", words: "are lost" },
] as const satisfies { key: keyof AnswerSums; words: string }[];

export function Answers({
  answers,
  reachedOtherwise,
}: {
  answers: AnswerSums;
  reachedOtherwise: number;
}) {
  const { requests } = answers;
  if (requests === 0) return null;
  return (
    <section className="panel">
      <h2>What became of the requests</h2>
      <p className="small">Bars are to scale: the longest is every request that came in.</p>
      <ol className="flow">
        {STATES.map(({ key, words }) => (
          <li key={key}>
            <span>
              <b>{grouped(answers[key])}</b>
              {words}
            </span>
            <svg aria-hidden="true">
              <rect
                className={`flow__${key}`}
                width={`${Math.round((answers[key] / requests) * 1e4) / 100}%`}
                height="100%"
                rx="3"
              />
            </svg>
          </li>
        ))}
      </ol>
      {reachedOtherwise > 0 && (
        <p className="small">
          Who calls or chats instead isn't lost: {grouped(reachedOtherwise)} did.
        </p>
      )}
    </section>
  );
}
