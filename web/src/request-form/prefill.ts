// The values that the request form starts with (R14): `/booking?plan=premium`, `?emergency=true` or `?service=…` prefills
// the service and the message. `navigation/resolve.ts` reads the prefill's name from the address on a click, the server
// (`pages/routes.rs`) in an address that is opened.
import type { Form } from "../contract/content.ts";
import { NOTHING_TYPED, type RequestValues } from "./answer.ts";

/**
 * The form's first values for a prefill by name; an unknown name leaves the form empty. Of two names, such as
 * `plumbing-services-in-dubai emergency`, the second goes first.
 */
export function prefilledValues(words: Form, prefill: string | null): RequestValues {
  const values = { ...NOTHING_TYPED };
  for (const name of prefill?.split(" ") ?? []) {
    const wish = words.wishes[name];
    if (wish?.service) values.service = wish.service;
    if (wish?.message) values.message = wish.message;
  }
  return values;
}
