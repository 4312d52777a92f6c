// The error screen (R36): one line about what happened and the phone number, never a stack trace.
import { ButtonLink } from "../ui/button.tsx";
import { RequestId } from "../ui/request-id.tsx";
import { useSite } from "../ui/site.tsx";
import { Message } from "./message.tsx";

type ErrorScreenProps = { status: string | null; requestId?: string | null | undefined };

export function ErrorScreen({ status, requestId }: ErrorScreenProps) {
  const { error } = useSite().words;
  return (
    <Message heading={error.heading}>
      {status && <p className="message__status">{status}</p>}
      <p className="lead">{error.text}</p>
      <RequestId id={requestId} />
      <div className="btns">
        <ButtonLink {...error.back} />
        <ButtonLink label={error.call} to="call" icon="phone" looks={["line"]} />
      </div>
    </Message>
  );
}
