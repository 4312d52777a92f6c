// Facts in a text, which stand there by their names: `Cleaning costs {prices.ac-cleaning}`.
import type { SitePiece } from "../../../src/contract/desk.ts";

export type Fact = {
  name: string;
  /** The fact's value for visitors; nothing where that cannot be told from the text. */
  shown: string | null;
};

const NAME = /\{([^{}]+)\}/g;

/** The facts of a text, each once, with what stands in their places in the text as it is shown. */
export function factsOf(value: string, shown: string): Fact[] {
  const names = [...value.matchAll(NAME)].map(([, name]) => name ?? "");
  const [first = "", ...between] = value.split(/\{[^{}]+\}/);
  const facts = new Map<string, Fact>();
  let from = shown.startsWith(first) ? first.length : -1;
  for (const [index, name] of names.entries()) {
    const next = between[index] ?? "";
    const isLast = index === names.length - 1;
    const to = isLast && !next ? shown.length : next ? shown.indexOf(next, from) : -1;
    const isFound = from >= 0 && to >= from;
    if (!facts.has(name)) facts.set(name, { name, shown: isFound ? shown.slice(from, to) : null });
    from = isFound ? to + next.length : -1;
  }
  return [...facts.values()];
}

/** A text that is being typed, with the facts filled in that are known. */
export function filledIn(value: string, facts: Fact[]): string {
  return value.replace(NAME, (written, name) => {
    return facts.find((fact) => fact.name === name)?.shown ?? written;
  });
}

/** `prices.ac-cleaning.from` is a part of `prices.ac-cleaning`. */
const PART = /\.(words|from|to)$/;

/** The piece in which a fact is changed: its id ends in the fact's name, or begins with the file that the name does. */
export function pieceOfFact(name: string, pieces: SitePiece[]): SitePiece | undefined {
  const whole = name.replace(PART, "");
  return pieces.find(({ id }) => {
    const [file = "", place = ""] = id.split(":");
    const stem = file.replace(/^.*\//, "").replace(/\.\w+$/, "");
    return place === whole || `${stem}.${place}` === whole;
  });
}
