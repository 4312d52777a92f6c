// The life of a request in the browser: draft, check, send, result.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Form } from "../contract/content.ts";
import { type FormAnswer, NOTHING_TYPED, type Result, resultOf } from "./answer.ts";
import { adoptKey, forgetDraft, keepDraft, keyFor, recallDraft } from "./draft.ts";
import {
  fillFields,
  focusField,
  missingIn,
  readFields,
  TRAP,
  trapIn,
  writeFields,
} from "./fields.ts";
import { send } from "./send.ts";
import { currentVisit } from "./visit.ts";
import { wishedValues } from "./wish.ts";

/** Takes up what an earlier page left: the draft, or the answer to a post without scripts. */
function takeUp(
  form: HTMLFormElement,
  words: Form,
  wish: string | null,
  answer: FormAnswer | null,
) {
  if (answer?.outcome === "sent") return forgetDraft();
  if (answer) return adoptKey(answer.key, answer.values);
  const wished = wishedValues(words, wish);
  const draft = recallDraft();
  if (draft) fillFields(form, draft, wished);
}

/** Whole tenths, so that nobody is told apart by them. */
const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 100) / 10;

export function useRequest(words: Form, wish: string | null, answer: FormAnswer | null) {
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const filledWish = useRef(wish);
  const openedAt = useRef(0);
  const [result, setResult] = useState<Result>(() => resultOf(answer));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page that was opened
  useEffect(() => {
    openedAt.current = performance.now();
    if (formRef.current) takeUp(formRef.current, words, wish, answer);
  }, []);

  // A wish from a click inside the site arrives while the form is already there.
  useEffect(() => {
    if (!formRef.current || wish === filledWish.current) return;
    const earlier = wishedValues(words, filledWish.current);
    fillFields(formRef.current, wishedValues(words, wish), earlier);
    filledWish.current = wish;
  }, [words, wish]);

  // Results are brought into view; a missing field takes the focus, else the result does.
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
    const manner = { [TRAP]: trapIn(form), open_seconds: secondsSince(openedAt.current) };
    const outcome = await send(values, { ...currentVisit(), ...manner }, keyFor(values));
    sending.current = false;
    if (!outcome.sent) return setResult({ state: "failed", values, reason: outcome.reason });
    forgetDraft();
    writeFields(form, NOTHING_TYPED);
    setResult({ state: "sent", reference: outcome.reference });
  }

  function remember(event: FormEvent<HTMLFormElement>) {
    keepDraft(readFields(event.currentTarget));
  }

  return { formRef, resultRef, result, submit, remember };
}
