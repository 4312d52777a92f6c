// JSON that may stand inside a script element.

/** No "<" is left, so nothing in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
