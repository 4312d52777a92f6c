// The request as a chat message, offered when it couldn't be sent.
import { decoded, encoded } from "../browser/text.ts";
import type { Form } from "../contract/content.ts";
import type { RequestValues } from "./answer.ts";

/** The longest message in an address, in characters as they are encoded there: phones refuse much longer ones. */
const MAX_ENCODED = 2_000;
const CUT = "…";
/** The last letter of what is encoded, or the part of it that is left. */
const LAST_LETTER = /(%[C-F].(%[89AB].)*)?(%.?)?$/;

/** As much of the text as fits into an address, cut at a whole letter. */
function cut(text: string): string {
  const whole = encoded(text);
  if (whole.length <= MAX_ENCODED) return text;
  const kept = whole.slice(0, MAX_ENCODED - encoded(CUT).length);
  return decoded(kept.replace(LAST_LETTER, "")) + CUT;
}

export function chatText(greeting: string, words: Form, values: RequestValues): string {
  const lines = [
    [words.name, values.name],
    [words.phone, values.phone],
    [words.service, values.service],
    [words.message, values.message],
  ];
  const filled = lines.filter(([, value]) => value?.trim()).map((line) => line.join(": "));
  return cut([greeting, ...filled].join("\n"));
}
