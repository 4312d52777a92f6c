// Dates in Dubai, at UTC+4 all year round. Intl.DateTimeFormat would do this, but the server's JavaScript engine (QuickJS)
// has no Intl, and server and browser must render the same text.

export const DUBAI_MS = 4 * 60 * 60_000;
export const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Its UTC is Dubai's time. */
export const inDubai = (ms: number) => new Date(ms + DUBAI_MS);

/** `12 March 2025`. */
export function fullDate(ms: number): string {
  const date = inDubai(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
