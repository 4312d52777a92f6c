// Formats amounts. Intl.NumberFormat would do this, but the server's JavaScript engine (QuickJS) has no Intl.

/** 1999 → "1,999". */
export function amount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
