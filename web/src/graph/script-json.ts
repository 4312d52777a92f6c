// JSON for a script element.

/** Escapes every "<", so that no text in the JSON can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
