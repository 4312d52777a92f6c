// Answers that are kept for a while, because readers go back and forth. Not for the whole visit: a post can
// change, and readers keep a page open for days.

/** An answer is as good as new for so long; after that it is asked for again. */
const FRESH_FOR_MS = 60_000;
/** The oldest goes first. */
const KEPT_AT_MOST = 60;

type Kept = { since: number; answer: Promise<unknown> };
const kept = new Map<string, Kept>();

function keep(name: string, answer: Promise<unknown>): void {
  kept.delete(name);
  kept.set(name, { since: Date.now(), answer });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
}

/** What is known already, as a document from the server is. */
export function remember(name: string, value: unknown): void {
  keep(name, Promise.resolve(value));
}

/**
 * What `ask` answers, or what it answered a moment ago. Where asking again fails, the former answer has to
 * do. A failure is not kept, and neither is an answer that is not `worth` it.
 */
export function asked<T>(
  name: string,
  ask: () => Promise<T>,
  worth: (value: T) => boolean = () => true,
): Promise<T> {
  const earlier = kept.get(name) as { since: number; answer: Promise<T> } | undefined;
  if (earlier && Date.now() - earlier.since < FRESH_FOR_MS) return earlier.answer;
  const answer = ask().catch((problem: unknown) => {
    if (earlier) return earlier.answer;
    throw problem;
  });
  keep(name, answer);
  const forget = () => {
    if (kept.get(name)?.answer === answer) kept.delete(name);
  };
  answer.then((value) => worth(value) || forget(), forget);
  return answer;
}
