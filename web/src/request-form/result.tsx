// The result of a request (R44, R45), above the fields and announced by screen readers.
import type { Ref } from "react";
import { fill } from "../../ui/fill.ts";
import type { Form } from "../contract/content.ts";
import { Icon } from "../ui/icon.tsx";
import { callLink, chatLink } from "../ui/links.ts";
import { RequestId } from "../ui/request-id.tsx";
import { useSite } from "../ui/site.tsx";
import type { Failure, RequestValues, Result } from "./answer.ts";
import { chatText } from "./chat-text.ts";

type FailureProps = { form: Form; values: RequestValues } & Failure;

/** The error message, with links to call or chat instead. */
function Failed({ form, values, reason, requestId, unanswered }: FailureProps) {
  const { company, words } = useSite();
  const text = chatText(words.chat.greeting, form, values);
  return (
    <div className="status status--error">
      <Icon name="alert" />
      <div>
        <p role="alert">{form.failure}</p>
        {reason && <p>{reason}</p>}
        {unanswered && <p>{form.failure_offline}</p>}
        <RequestId id={requestId} />
        <p className="status__ways">
          <a href={callLink(company.phone)}>
            <Icon name="phone" />
            {form.failure_call}
          </a>
          <a href={chatLink(company.chat, text)}>
            <Icon name="whatsapp" />
            {form.failure_chat}
          </a>
        </p>
      </div>
    </div>
  );
}

/** The reference, and a chat that names it. */
function Reference({ form, reference }: { form: Form; reference: string }) {
  const { company } = useSite();
  const text = fill(form.reference_message, { reference });
  return (
    <>
      <p className="status__reference">
        {form.reference} <strong>{reference}</strong>. {form.reference_note}
      </p>
      <p className="status__ways">
        <a href={chatLink(company.chat, text)}>
          <Icon name="whatsapp" />
          {form.reference_chat}
        </a>
      </p>
    </>
  );
}

type SuccessProps = { form: Form; reference: string | null; doubtfulPhone: string | null };

function Success({ form, reference, doubtfulPhone }: SuccessProps) {
  return (
    <div className="status status--done">
      <Icon name="done" />
      <div>
        <p role="status">{form.success}</p>
        {doubtfulPhone && <p>{fill(form.doubtful_sent, { phone: doubtfulPhone })}</p>}
        {reference && <Reference form={form} reference={reference} />}
      </div>
    </div>
  );
}

function Problem({ sentence }: { sentence: string }) {
  return (
    <div className="status status--error">
      <Icon name="alert" />
      <p role="alert">{sentence}</p>
    </div>
  );
}

type ResultProps = { form: Form; result: Result; ref: Ref<HTMLDivElement> };

export function RequestResult({ form, result, ref }: ResultProps) {
  if (result.state === "idle" || result.state === "sending") return null;
  return (
    <div className="form__result" ref={ref} tabIndex={-1}>
      {result.state === "sent" && <Success form={form} {...result} />}
      {result.state === "failed" && <Failed form={form} {...result} />}
      {result.state === "missing" && <Problem sentence={form.missing} />}
      {result.state === "doubtful" && (
        <Problem sentence={fill(form.doubtful_phone, { phone: result.phone })} />
      )}
    </div>
  );
}
