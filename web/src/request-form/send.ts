// The one call that hands a request to the company.
import type { RequestValues } from "./answer.ts";
import type { TRAP } from "./fields.ts";
import type { Visit } from "./visit.ts";

/** How the form was filled in, as far as it helps to tell people from machines. */
export type Manner = { [TRAP]: string; open_seconds: number };

const ADDRESS = "/sendMail.php";
const TIMEOUT_MS = 20_000;

/** A 200 alone is not enough: the text must say so (R47). */
const STORED = "Message sent successfully";
const REFERENCE = /Reference (\S+?)\.?$/;

export type Outcome =
  | { sent: true; reference: string | null }
  /** `reason`: the server's sentence, where it refused what was typed. */
  | { sent: false; reason: string | null };

/** A refusal (4xx) comes with one plain sentence; anything else is no news for a visitor. */
function reasonIn({ status }: Response, text: string): string | null {
  const refused = status >= 400 && status < 500;
  return refused && /^[^<{\n]{1,200}$/.test(text) ? text : null;
}

/** Sends once. The same `key` sent again is the same request, however often it arrives. */
export async function send(
  values: RequestValues,
  visit: Visit & Manner,
  key: string,
): Promise<Outcome> {
  if (navigator.onLine === false) return { sent: false, reason: null };
  try {
    const response = await fetch(ADDRESS, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ ...values, ...visit }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok || !text.includes(STORED)) {
      return { sent: false, reason: reasonIn(response, text.trim()) };
    }
    return { sent: true, reference: REFERENCE.exec(text.trim())?.[1] ?? null };
  } catch {
    return { sent: false, reason: null };
  }
}
