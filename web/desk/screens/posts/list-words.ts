// The list of posts in words: posts on their way, missing parts, and since when.
import type { PostRow, Posts } from "../../../src/contract/desk.ts";
import { fullDate } from "../../../ui/dubai.ts";
import { clockTime, dateOf, longDay, when } from "../../ui/dubai.ts";

const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten".split(" ");
const WEEK_MS = 7 * 24 * 3_600_000;

const numberWord = (count: number) => NUMBERS[count] ?? String(count);
const isOrAre = (count: number) => (count === 1 ? "is" : "are");

/** `Fri 27 Nov, 09:00`. */
export function dayDateTime(ms: number): string {
  const [day = "", date, month = ""] = longDay(ms).split(" ");
  return `${day.slice(0, 3)} ${date} ${month.slice(0, 3)}, ${clockTime(ms)}`;
}

/** `on Friday` within a week, `on 12 March` otherwise. */
const onDay = (ms: number, now: number) =>
  `on ${ms - now < WEEK_MS ? longDay(ms).split(" ")[0] : dateOf(ms, now)}`;

function scheduledWords({ rows, counts: { scheduled } }: Posts, now: number): string {
  const times = rows.flatMap(({ state, published_at: at }) =>
    state === "scheduled" && at != null ? [at] : [],
  );
  // The list may show others only, or its first part.
  const next = times.length === scheduled ? ` ${onDay(Math.min(...times), now)}` : "";
  if (scheduled === 1) return `One goes live${next} by itself.`;
  const first = next && `, the next${next}`;
  return `${numberWord(scheduled)} go live by themselves${first}.`;
}

/** `One goes live on Friday by itself. Two are being written.` */
export function summary(posts: Posts, now: number): string {
  const { scheduled, draft, published } = posts.counts;
  const sentences = [
    scheduled > 0 && scheduledWords(posts, now),
    draft > 0 && `${numberWord(draft)} ${isOrAre(draft)} being written.`,
  ].filter(Boolean);
  if (sentences.length > 0) return sentences.join(" ");
  return `${numberWord(published)} ${isOrAre(published)} published.`;
}

export const mendWords = (count: number) =>
  count === 1 ? "1 thing to mend" : `${count} things to mend`;

/** The author, and what is missing. */
export function byWords({ author, mistakes, unpublished }: PostRow): string {
  return [
    author || "No author yet",
    mistakes > 0 && mendWords(mistakes),
    unpublished && "changes readers don't see yet",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Words beside the state. */
export function stateWords(row: PostRow, now: number): string {
  const { state, published_at: at, changed_at } = row;
  if (state === "draft") return `last touched ${when(changed_at, now)}`;
  if (state === "taken-off") return "address kept";
  if (at == null) return "";
  return state === "scheduled" ? dayDateTime(at) : fullDate(at);
}
