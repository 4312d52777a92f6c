// The state of a request in the browser: draft, validation (R44), sending, result.
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Form } from "../contract/content.ts";
import { type FormAnswer, NOTHING_TYPED, type Result, resultOf } from "./answer.ts";
import { adoptKey, forgetDraft, keepDraft, keyFor, recallDraft } from "./draft.ts";
import {
  fillFields,
  focusField,
  HONEYPOT,
  honeypotIn,
  isSame,
  missingIn,
  readFields,
  withTyped,
  writeFields,
} from "./fields.ts";
import { isCallable } from "./phone.ts";
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
  // Another prefill replaces the draft's own; the visitor's own words stay.
  const earlier = prefilledValues(words, prefill && draft.prefill);
  fillFields(form, withTyped(draft.values, earlier, start), start);
}

/** A tap may be the first of two: until then nothing on the screen moves. */
const STILL_MS = 500;

/** Focuses the element, and brings it into sight a little later. Returns how to give that up. */
function lookAt(element: HTMLElement): () => void {
  element.focus({ preventScroll: true });
  const later = setTimeout(() => element.scrollIntoView({ block: "nearest" }), STILL_MS);
  return () => clearTimeout(later);
}

/** Rounded to tenths, so that the number can't identify a visitor. */
const secondsSince = (moment: number) => Math.round((Date.now() - moment) / 100) / 10;

export function useRequest(words: Form, prefill: string | null, answer: FormAnswer | null) {
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const filledWith = useRef(prefill);
  const openedAt = useRef(0);
  const askedAbout = useRef<string | null>(null);
  const [result, setResult] = useState<Result>(() => resultOf(answer));

  const onOpened = useEffectEvent(() => {
    openedAt.current = Date.now();
    if (formRef.current) restoreForm(formRef.current, words, prefill, answer);
  });
  useEffect(() => onOpened(), []);

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
    else if (resultRef.current) return lookAt(resultRef.current);
  }, [result]);

  // What reached nobody goes by itself once the device is online again; its key keeps it a single request (R46).
  useEffect(() => {
    if (result.state !== "failed" || !result.unanswered) return;
    const { values } = result;
    const sendAgain = () => {
      const form = formRef.current;
      if (form && isSame(readFields(form), values)) form.requestSubmit?.();
    };
    addEventListener("online", sendAgain);
    return () => removeEventListener("online", sendAgain);
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
    if (askedAbout.current !== values.phone && !isCallable(values.phone)) {
      askedAbout.current = values.phone;
      setResult({ state: "doubtful", phone: values.phone });
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
    setResult({ state: "sent", reference: outcome.reference, doubtfulPhone: null });
  }

  function saveDraft(event: FormEvent<HTMLFormElement>) {
    keepDraft({ values: readFields(event.currentTarget), prefill: filledWith.current });
  }

  return { formRef, resultRef, result, submit, saveDraft };
}
