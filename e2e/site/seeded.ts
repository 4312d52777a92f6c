// Choices that look like chance and are the same in every run.

/** Numbers from 0 to below 1 (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Each of them once, in an order that the seed decides. */
export function shuffled<T>(all: T[], seed: number): T[] {
  const next = chances(seed);
  return all
    .map((one) => ({ one, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one);
}
