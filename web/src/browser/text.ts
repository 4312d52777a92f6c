// Text of visitors and of addresses, made safe for functions that throw on what isn't well formed.

/** The text with U+FFFD for each half of a character: a paste may cut an emoji in two. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The text as a part of an address. */
export function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** What a part of an address says; the part itself where its percent signs say nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
