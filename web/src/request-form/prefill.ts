// The values that the request form starts with (R14): `/booking?plan=premium` or `?emergency=true` prefills the
// service and the message. `navigation/resolve.ts` reads the prefill's name from the
// address on a click, the server (`pages/routes.rs`) in an address that is opened.
import type { Form } from "../contract/content.ts";
import { NOTHING_TYPED, type RequestValues } from "./answer.ts";

/** The form's first values for a prefill by name; an unknown name leaves the form empty. */
export function prefilledValues(words: Form, prefill: string | null): RequestValues {
  const values = prefill ? words.wishes[prefill] : undefined;
  if (!values) return NOTHING_TYPED;
  return { ...NOTHING_TYPED, service: values.service ?? "", message: values.message };
}
