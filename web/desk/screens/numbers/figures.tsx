// The four sums that are asked for most.
import type { Numbers } from "../../../src/contract/desk.ts";
import { count } from "../../ui/count.ts";
import { isComparable } from "./sentences.ts";

export function Figures({ numbers }: { numbers: Numbers }) {
  const { total, before, answers, days } = numbers;
  const earlier = (value: number) =>
    isComparable(numbers) ? `; ${count(value)} in the ${days.length} days before` : "";
  const due = answers.in_time + answers.late;
  return (
    <dl className="figs">
      <div>
        <dt>requests sent{earlier(before.requests)}</dt>
        <dd>{count(total.requests)}</dd>
      </div>
      <div>
        <dt>
          calls ({count(total.calls)}) and chats ({count(total.chats)})
          {earlier(before.calls + before.chats)}
        </dt>
        <dd>{count(total.calls + total.chats)}</dd>
      </div>
      <div>
        <dt>
          {due > 0
            ? `answered within their promise: ${count(answers.in_time)} of ${count(due)}`
            : "answered within their promise: not enough to say yet"}
        </dt>
        <dd>
          {due > 0 ? Math.floor((answers.in_time * 100) / due) : "–"}
          {due > 0 && <small>%</small>}
        </dd>
      </div>
      <div>
        <dt>booked so far, of {count(answers.requests)} that came in</dt>
        <dd>{count(answers.booked)}</dd>
      </div>
    </dl>
  );
}
