// The four sums that are asked for most.
import type { Numbers } from "../../../src/contract/desk.ts";
import { grouped } from "../../../ui/number.ts";
import { isComparable } from "./sentences.ts";

export function Figures({ numbers }: { numbers: Numbers }) {
  const { total, before, answers, days } = numbers;
  const earlier = (value: number) =>
    isComparable(numbers) ? `; ${grouped(value)} in the ${days.length} days before` : "";
  const due = answers.in_time + answers.late;
  return (
    <dl className="figs">
      <div>
        <dt>requests sent{earlier(before.requests)}</dt>
        <dd>{grouped(total.requests)}</dd>
      </div>
      <div>
        <dt>
          calls ({grouped(total.calls)}) and chats ({grouped(total.chats)})
          {earlier(before.calls + before.chats)}
        </dt>
        <dd>{grouped(total.calls + total.chats)}</dd>
      </div>
      <div>
        <dt>
          {due > 0
            ? `answered within their promise: ${grouped(answers.in_time)} of ${grouped(due)}`
            : "answered within their promise: not enough to say yet"}
        </dt>
        <dd>
          {due > 0 ? Math.floor((answers.in_time * 100) / due) : "–"}
          {due > 0 && <small>%</small>}
        </dd>
      </div>
      <div>
        <dt>booked so far, of {grouped(answers.requests)} that came in</dt>
        <dd>{grouped(answers.booked)}</dd>
      </div>
    </dl>
  );
}
