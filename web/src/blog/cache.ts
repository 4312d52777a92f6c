// Caches API answers for a minute, because readers go back and forth. Not for longer: posts change, and readers keep
// a page open for days.

/** After this, an answer is fetched again. */
const FRESH_FOR_MS = 60_000;
/** Beyond this, the oldest entry is dropped. */
const MAX_ENTRIES = 60;

type Entry = { since: number; answer: Promise<unknown> };
const entries = new Map<string, Entry>();

function store(name: string, answer: Promise<unknown>): void {
  entries.delete(name);
  entries.set(name, { since: Date.now(), answer });
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}

/** Caches a value that is already there, such as the page in a document from the server. */
export function remember(name: string, value: unknown): void {
  store(name, Promise.resolve(value));
}

/**
 * The cached answer, or what `fetch` returns. If a stale answer can't be refreshed, it is used once more. Failures are
 * not cached, nor are values that aren't `cacheable`.
 */
export function cached<T>(
  name: string,
  fetch: () => Promise<T>,
  cacheable: (value: T) => boolean = () => true,
): Promise<T> {
  const earlier = entries.get(name) as { since: number; answer: Promise<T> } | undefined;
  if (earlier && Date.now() - earlier.since < FRESH_FOR_MS) return earlier.answer;
  const answer = fetch().catch((problem: unknown) => {
    if (earlier) return earlier.answer;
    throw problem;
  });
  store(name, answer);
  const forget = () => {
    if (entries.get(name)?.answer === answer) entries.delete(name);
  };
  answer.then((value) => cacheable(value) || forget(), forget);
  return answer;
}
