// Sends a request to the server.
import { abortAfter } from "../browser/patience.ts";
import { REQUEST_PATH } from "../routes.ts";
import type { Failure, RequestValues } from "./answer.ts";
import type { HONEYPOT } from "./fields.ts";
import type { Visit } from "./visit.ts";

/** How the form was filled in, for the server's spam screening. */
export type SpamSignals = { [HONEYPOT]: string; open_seconds: number };

const TIMEOUT_MS = 20_000;

/** Status 200 isn't enough: the answer must contain this sentence (R47). */
const STORED = "Message sent successfully";
const REFERENCE = /Reference (\S+?)\.?$/;

export type Outcome = { sent: true; reference: string | null } | ({ sent: false } & Failure);

const NO_ANSWER: Outcome = { sent: false, reason: null, requestId: null, unanswered: true };

/** A rejection (4xx) comes with one plain sentence for the visitor; anything else isn't meant for them. */
function reasonIn({ status }: Response, text: string): string | null {
  const rejected = status >= 400 && status < 500;
  return rejected && /^[^<{\n]{1,200}$/.test(text) ? text : null;
}

/** Sends once. `key` is the idempotency key: the server stores requests with the same key only once. */
export async function send(
  values: RequestValues,
  visit: Visit & SpamSignals,
  key: string,
): Promise<Outcome> {
  try {
    const response = await fetch(REQUEST_PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ ...values, ...visit }),
      signal: abortAfter(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok || !text.includes(STORED)) {
      const requestId = response.headers.get("X-Request-Id");
      const reason = reasonIn(response, text.trim());
      return { sent: false, reason, requestId, unanswered: false };
    }
    return { sent: true, reference: REFERENCE.exec(text.trim())?.[1] ?? null };
  } catch {
    return NO_ANSWER;
  }
}
