// A price as it is written, `150-300` or `5000`, and as it is typed: the lowest, and the highest where there is one.
import { grouped } from "../../../ui/number.ts";

export type PriceBounds = {
  from: string;
  /** Empty where there is no highest. */
  to: string;
};

export function splitPrice(value: string): PriceBounds {
  const [from = "", ...to] = value.split("-");
  return { from: from.trim(), to: to.join("-").trim() };
}

/** Strips separators typed into long numbers: `5,000`, `5 000`. */
const plain = (number: string) => number.replace(/[\s,]/g, "");

export function joinPrice({ from, to }: PriceBounds): string {
  const [lowest, highest] = [plain(from), plain(to)];
  return highest ? `${lowest}-${highest}` : lowest;
}

/** Words before the figures: `AED `. */
const unitOf = (shown: string) => /^\D*/.exec(shown)?.[0] ?? "";

/** `AED 150–300`, `AED 5,000 or more`, in the unit of the price as it is shown now; nothing where it is no price yet. */
export function priceWords(value: string, shown: string): string {
  const { from, to } = splitPrice(value);
  const isPrice = [from, to || "0"].every((number) => /^\d+$/.test(number));
  if (!isPrice) return "";
  const unit = unitOf(shown);
  return to
    ? `${unit}${grouped(Number(from))}–${grouped(Number(to))}`
    : `${unit}${grouped(Number(from))} or more`;
}
