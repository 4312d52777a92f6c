// The types of a request: its fields, its result, and the server's answer to a form that was posted without scripts.

/** Values typed or chosen by the visitor. */
export type RequestValues = { name: string; phone: string; service: string; message: string };

export type RequiredField = "name" | "phone" | "service";

export const REQUIRED: readonly RequiredField[] = ["name", "phone", "service"];

export const NOTHING_TYPED: RequestValues = { name: "", phone: "", service: "", message: "" };

export type FormAnswer = {
  outcome: "sent" | "missing" | "invalid" | "failed";
  /** The server's own sentence, if any. */
  sentence: string | null;
  /** The stored request's reference, such as AMW-7K3F9. */
  reference: string | null;
  missing: RequiredField[];
  /** The typed number of a stored request, where none could be read in it. */
  doubtful_phone: string | null;
  values: RequestValues;
  /** The idempotency key: posting it again doesn't store a second request. */
  key: string;
  /** The number of the request that the server failed at, if it did. */
  request_id: string | null;
};

/**
 * `reason`: the server's own sentence, where it rejected what was typed. `requestId`: the request's number, where the
 * server failed. `unanswered`: nobody did either.
 */
export type Failure = { reason: string | null; requestId: string | null; unanswered: boolean };

/** State of the message above the form's fields. */
export type Result =
  | { state: "idle" }
  | { state: "sending" }
  | { state: "missing"; missing: RequiredField[] }
  /** Asked once, before it is sent: can this number be called? */
  | { state: "doubtful"; phone: string }
  | { state: "sent"; reference: string | null; doubtfulPhone: string | null }
  | ({ state: "failed"; values: RequestValues } & Failure);

/** The result that an answer page shows, the same as with scripts. */
export function resultOf(answer: FormAnswer | null): Result {
  if (!answer) return { state: "idle" };
  switch (answer.outcome) {
    case "sent":
      return {
        state: "sent",
        reference: answer.reference,
        doubtfulPhone: answer.doubtful_phone,
      };
    case "missing":
      return { state: "missing", missing: answer.missing };
    default:
      return {
        state: "failed",
        values: answer.values,
        reason: answer.sentence,
        requestId: answer.request_id,
        unanswered: false,
      };
  }
}
