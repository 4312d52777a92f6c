// The wish that came with an address (R14): what the form starts with.
import type { Form } from "../contract/content.ts";
import { NOTHING_TYPED, type RequestValues } from "./answer.ts";

/** Values that the form starts with for a wish; an unknown one changes nothing. */
export function wishedValues(words: Form, wish: string | null): RequestValues {
  const wished = wish ? words.wishes[wish] : undefined;
  if (!wished) return NOTHING_TYPED;
  return { ...NOTHING_TYPED, service: wished.service ?? "", message: wished.message };
}
