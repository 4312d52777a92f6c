// Fills the placeholders of a sentence from the content: "{stars} out of 5 stars".

/** A placeholder without a value stays as it is, so that a typo in the content is noticed. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
