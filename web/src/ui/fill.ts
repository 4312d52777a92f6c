// Puts values into the gaps of a sentence from the content: "{stars} out of 5 stars".

/** Gaps without a value stay as they are, so that a typing mistake in the content is seen. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
