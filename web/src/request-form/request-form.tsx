// The quick service request (R43–R46): four fields that work as an ordinary form post, and with scripts
// answer in place.
import { useId } from "react";
import type { Form } from "../contract/content.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { FormAnswer, RequiredField } from "./answer.ts";
import { Field } from "./field.tsx";
import { RequestResult } from "./result.tsx";
import { Trap } from "./trap.tsx";
import { useRequest } from "./use-request.ts";
import { wishedValues } from "./wish.ts";
import "./request-form.css";

type RequestFormProps = { words: Form; wish: string | null; answer: FormAnswer | null };

export function RequestForm({ words, wish, answer }: RequestFormProps) {
  const id = useId();
  const { formRef, resultRef, result, submit, remember } = useRequest(words, wish, answer);
  const unanswered = answer && answer.outcome !== "sent";
  const start = unanswered ? answer.values : wishedValues(words, wish);
  const busy = result.state === "sending";
  const missing = result.state === "missing" ? result.missing : [];
  const field = (name: RequiredField, error: string) => ({
    id: `${id}-${name}`,
    error: missing.includes(name) ? error : null,
  });

  return (
    <form
      className="form"
      ref={formRef}
      method="post"
      action="/sendMail.php"
      aria-labelledby={`${id}-title`}
      aria-busy={busy}
      onSubmit={submit}
      onInput={remember}
      suppressHydrationWarning
    >
      <p className="form__title" id={`${id}-title`}>
        {words.title}
      </p>
      <RequestResult ref={resultRef} form={words} result={result} />
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
      {unanswered && <input type="hidden" name="idempotency_key" value={answer.key} />}
      <Trap label={words.leave_empty} />
      <button className={buttonClass("full")} type="submit" disabled={busy}>
        {busy && <Icon name="busy" className="spin" />}
        {busy ? words.submitting : words.submit}
      </button>
      <p className="form__hint">{words.hint}</p>
      <p className="form__consent">
        {words.consent} <a href={words.consent_link.to}>{words.consent_link.label}</a>.
      </p>
    </form>
  );
}
