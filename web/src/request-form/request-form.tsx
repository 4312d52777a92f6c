// The quick service request (R43, R44, R45, R46): four fields that work as an ordinary form post; with scripts the
// answer appears in place.
import { useId, useState } from "react";
import type { Form } from "../contract/content.ts";
import { REQUEST_PATH } from "../routes.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { FormAnswer, RequestValues, RequiredField } from "./answer.ts";
import { Field } from "./field.tsx";
import { Honeypot } from "./honeypot.tsx";
import { prefilledValues } from "./prefill.ts";
import { RequestResult } from "./result.tsx";
import { useRequest } from "./use-request.ts";
import "./request-form.css";

type RequestFieldsProps = {
  /** The form's id; the fields' ids start with it. */
  id: string;
  words: Form;
  start: RequestValues;
  missing: RequiredField[];
};

function RequestFields({ id, words, start, missing }: RequestFieldsProps) {
  const field = (name: RequiredField, error: string) => ({
    id: `${id}-${name}`,
    error: missing.includes(name) ? error : null,
  });
  return (
    <>
      <div className="field-row">
        <Field {...field("name", words.missing_name)} label={words.name}>
          <input name="name" autoComplete="name" required defaultValue={start.name} />
        </Field>
        <Field {...field("phone", words.missing_phone)} label={words.phone}>
          <input
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            required
            placeholder={words.phone_placeholder}
            defaultValue={start.phone}
          />
        </Field>
      </div>
      <Field {...field("service", words.missing_service)} label={words.service}>
        <select name="service" required defaultValue={start.service}>
          <option value="">{words.service_placeholder}</option>
          {words.services.map((service) => (
            <option key={service}>{service}</option>
          ))}
        </select>
      </Field>
      <Field id={`${id}-message`} label={words.message} note={words.optional}>
        <textarea
          name="message"
          placeholder={words.message_placeholder}
          defaultValue={start.message}
        />
      </Field>
    </>
  );
}

type RequestFormProps = { words: Form; prefill: string | null; answer: FormAnswer | null };

export function RequestForm({ words, prefill, answer }: RequestFormProps) {
  const id = useId();
  const { formRef, resultRef, result, submit, saveDraft } = useRequest(words, prefill, answer);
  const unsent = answer && answer.outcome !== "sent";
  const start = unsent ? answer.values : prefilledValues(words, prefill);
  const busy = result.state === "sending";
  // The document that answers a post begins with what became of it.
  const [first] = useState(result);
  const missing = result.state === "missing" ? result.missing : [];

  return (
    <form
      className="form"
      ref={formRef}
      method="post"
      action={REQUEST_PATH}
      aria-labelledby={`${id}-title`}
      aria-busy={busy}
      onSubmit={submit}
      onInput={saveDraft}
      suppressHydrationWarning
    >
      <p className="form__title" id={`${id}-title`}>
        {words.title}
      </p>
      {answer && (
        <div className="form__answer" inert={result !== first}>
          <RequestResult ref={result === first ? resultRef : null} form={words} result={first} />
        </div>
      )}
      <RequestFields id={id} words={words} start={start} missing={missing} />
      {unsent && <input type="hidden" name="idempotency_key" value={answer.key} />}
      <Honeypot label={words.leave_empty} />
      <button className={buttonClass("full")} type="submit" disabled={busy}>
        {busy && <Icon name="busy" className="spin" />}
        <span>{busy ? words.submitting : words.submit}</span>
      </button>
      {/* A result stands below the button, in room kept free for it, so that nothing under the pointer moves. */}
      <div className="form__after" data-state={result === first ? "idle" : result.state}>
        <div className="form__small">
          <p className="form__hint">{words.hint}</p>
          <p className="form__consent">
            {words.consent} <a href={words.consent_link.to}>{words.consent_link.label}</a>.
          </p>
        </div>
        {result !== first && <RequestResult ref={resultRef} form={words} result={result} />}
      </div>
    </form>
  );
}
