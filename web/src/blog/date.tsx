// A day as readers see it: 12 May 2026. Written out here, because the engine that draws on the server has
// no Intl, and browser and server have to agree to the letter.

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Dubai is four hours ahead of UTC all year round, and has been since it keeps a standard time. */
export const DUBAI_AHEAD_MS = 4 * 60 * 60 * 1000;

/** The day that a moment (RFC 3339) falls on in Dubai; what is no moment stays as it is. */
export function dayInDubai(moment: string): string {
  const there = new Date(Date.parse(moment) + DUBAI_AHEAD_MS);
  if (Number.isNaN(there.getTime())) return moment;
  return `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

export function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayInDubai(of)}</time>;
}
