// What becomes of a request: the fields, and the server's answer to a form that was posted without scripts.

/** What the visitor typed or chose. */
export type RequestValues = { name: string; phone: string; service: string; message: string };

export type RequiredField = "name" | "phone" | "service";

export const REQUIRED: readonly RequiredField[] = ["name", "phone", "service"];

export const NOTHING_TYPED: RequestValues = { name: "", phone: "", service: "", message: "" };

export type FormAnswer = {
  outcome: "sent" | "missing" | "invalid" | "failed";
  /** The server's own sentence, where there is one. */
  sentence: string | null;
  /** Short name of the stored request. */
  reference: string | null;
  missing: RequiredField[];
  values: RequestValues;
  /** The key of this filled-in form: posted again, it is the same request. */
  key: string;
};

/** What the form shows above its fields. */
export type Result =
  | { state: "idle" }
  | { state: "sending" }
  | { state: "missing"; missing: RequiredField[] }
  | { state: "sent"; reference: string | null }
  | { state: "failed"; values: RequestValues; reason: string | null };

/** The same result, whether it came by script or as a page. */
export function resultOf(answer: FormAnswer | null): Result {
  if (!answer) return { state: "idle" };
  switch (answer.outcome) {
    case "sent":
      return { state: "sent", reference: answer.reference };
    case "missing":
      return { state: "missing", missing: answer.missing };
    default:
      return { state: "failed", values: answer.values, reason: answer.sentence };
  }
}
