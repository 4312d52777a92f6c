// Amounts as people read them. By hand: the engine that renders on the server has no Intl.

/** 1999 → "1,999". */
export function amount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
