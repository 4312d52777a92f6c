// The types of a request: its fields, its result, and the server's answer to a form that was posted without scripts.

/** What the visitor typed or chose. */
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
  values: RequestValues;
  /** The idempotency key: posting it again doesn't store a second request. */
  key: string;
  /** The number of the request that the server failed at, if it did. */
  request_id: string | null;
};

/** What the form shows above its fields. */
export type Result =
  | { state: "idle" }
  | { state: "sending" }
  | { state: "missing"; missing: RequiredField[] }
  | { state: "sent"; reference: string | null }
  | { state: "failed"; values: RequestValues; reason: string | null; requestId: string | null };

/** The result that an answer page shows, the same as with scripts. */
export function resultOf(answer: FormAnswer | null): Result {
  if (!answer) return { state: "idle" };
  switch (answer.outcome) {
    case "sent":
      return { state: "sent", reference: answer.reference };
    case "missing":
      return { state: "missing", missing: answer.missing };
    default:
      return {
        state: "failed",
        values: answer.values,
        reason: answer.sentence,
        requestId: answer.request_id,
      };
  }
}
