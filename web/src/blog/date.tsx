// Dates in Dubai's time zone: 12 May 2026. Intl.DateTimeFormat would do this, but the server's JavaScript engine
// (QuickJS) has no Intl, and server and browser must render the same text.

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

/** Dubai is at UTC+4 all year round. */
export const DUBAI_UTC_OFFSET_MS = 4 * 60 * 60 * 1000;

/** The date of an RFC 3339 time in Dubai; any other text stays as it is. */
export function dayInDubai(time: string): string {
  const shifted = new Date(Date.parse(time) + DUBAI_UTC_OFFSET_MS);
  if (Number.isNaN(shifted.getTime())) return time;
  return `${shifted.getUTCDate()} ${MONTHS[shifted.getUTCMonth()]} ${shifted.getUTCFullYear()}`;
}

export function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayInDubai(of)}</time>;
}
