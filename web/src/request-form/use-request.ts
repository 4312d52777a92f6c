// The state of a request in the browser: draft, validation (R44), sending, result.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Form } from "../contract/content.ts";
import { type FormAnswer, NOTHING_TYPED, type Result, resultOf } from "./answer.ts";
import { adoptKey, forgetDraft, keepDraft, keyFor, recallDraft } from "./draft.ts";
import {
  fillFields,
  focusField,
  HONEYPOT,
  honeypotIn,
  missingIn,
  readFields,
  withTyped,
  writeFields,
} from "./fields.ts";
import { prefilledValues } from "./prefill.ts";
import { send } from "./send.ts";
import { currentVisit } from "./visit.ts";

/** Restores what an earlier page left: the draft, or the answer to a post without scripts. */
function restoreForm(
  form: HTMLFormElement,
  words: Form,
  prefill: string | null,
  answer: FormAnswer | null,
) {
  if (answer?.outcome === "sent") return forgetDraft();
  if (answer) return adoptKey(answer.key, answer.values);
  const draft = recallDraft();
  if (!draft) return;
  const start = prefilledValues(words, prefill);
  // Another prefill replaces the draft's own; what the visitor typed stays.
  const earlier = prefilledValues(words, prefill && draft.prefill);
  fillFields(form, withTyped(draft.values, earlier, start), start);
}

/** Rounded to tenths, so that the number can't identify a visitor. */
const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 100) / 10;

export function useRequest(words: Form, prefill: string | null, answer: FormAnswer | null) {
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const filledWith = useRef(prefill);
  const openedAt = useRef(0);
  const [result, setResult] = useState<Result>(() => resultOf(answer));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    openedAt.current = performance.now();
    if (formRef.current) restoreForm(formRef.current, words, prefill, answer);
  }, []);

  // A client-side navigation may bring another prefill while the form is on the screen.
  useEffect(() => {
    if (!formRef.current || !prefill || prefill === filledWith.current) return;
    const earlier = prefilledValues(words, filledWith.current);
    fillFields(formRef.current, prefilledValues(words, prefill), earlier);
    filledWith.current = prefill;
  }, [words, prefill]);

  // The first missing field gets the focus; without one, the result does.
  useEffect(() => {
    if (result.state === "idle" || result.state === "sending") return;
    const first = result.state === "missing" ? result.missing[0] : undefined;
    if (first && formRef.current) focusField(formRef.current, first);
    else resultRef.current?.focus();
  }, [result]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const values = readFields(form);
    const missing = missingIn(values);
    if (missing.length > 0) {
      alert(words.missing);
      setResult({ state: "missing", missing });
      return;
    }
    sending.current = true;
    setResult({ state: "sending" });
    const signals = { [HONEYPOT]: honeypotIn(form), open_seconds: secondsSince(openedAt.current) };
    const outcome = await send(values, { ...currentVisit(), ...signals }, keyFor(values));
    sending.current = false;
    if (!outcome.sent) return setResult({ ...outcome, state: "failed", values });
    forgetDraft();
    writeFields(form, NOTHING_TYPED);
    setResult({ state: "sent", reference: outcome.reference });
  }

  function saveDraft(event: FormEvent<HTMLFormElement>) {
    keepDraft({ values: readFields(event.currentTarget), prefill: filledWith.current });
  }

  return { formRef, resultRef, result, submit, saveDraft };
}
