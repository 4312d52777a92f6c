// Requests as rows: those who wait, and those who were answered.
import type { Row } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { chatAddress, requestAction, requestAddress } from "../../ui/addresses.ts";
import { chatLanguage, chatText, type Sender } from "../../ui/chat-text.ts";
import { useNow } from "../../ui/clock.tsx";
import { dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { Face } from "../../ui/face.tsx";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { CallLink } from "../../ui/reach.tsx";
import { otherTags, StageTag, Tag, waitingTags } from "../../ui/tags.tsx";
import { Typed } from "../../ui/typed.tsx";

/** The name, or that it is gone. */
export function Name({ row }: { row: Row }) {
  return row.name ? <Typed text={row.name} /> : <>Erased</>;
}

function Heading({ row }: { row: Row }) {
  return (
    <h3>
      <a href={requestAddress(row.reference)} data-row>
        <Name row={row} />
      </a>{" "}
      <small>{row.service}</small>
    </h3>
  );
}

function Reach({ row, sender }: { row: Row; sender: Sender }) {
  const chat = chatAddress(row, chatText(row, sender, chatLanguage(row)));
  return (
    <div className="req__do">
      <CallLink row={row} className="req__call" label={`Call ${row.name}`}>
        <Icon name="call" />
      </CallLink>
      {chat && (
        <a className="req__call req__call--chat" href={chat} aria-label={`WhatsApp ${row.name}`}>
          <Icon name="whatsapp" />
        </a>
      )}
    </div>
  );
}

/** Why something was not delivered, and another try. */
function Failure({ row }: { row: Row }) {
  return (
    <div className="say say--bad say--two req__failed">
      <Icon name="mail" />
      <p>“{row.failed}”</p>
      <PostForm action={requestAction(row.reference, "retry")}>
        <button type="submit" className="btn btn--bare">
          Send again
        </button>
      </PostForm>
    </div>
  );
}

function WaitingRow({ row, sender, failures }: { row: Row; sender: Sender; failures: boolean }) {
  const now = useNow();
  const due = dueOf(row, now);
  return (
    <li className="req">
      <div className="req__meta row">
        {waitingTags(row, due, now).map((tag) => (
          <Tag key={tag.words} {...tag} />
        ))}
        <span className="ref push">{row.reference}</span>
      </div>
      <Heading row={row} />
      {row.message && (
        <p className="req__said">
          <Typed text={row.message} quoted />
        </p>
      )}
      {due && <DueLine due={due} />}
      <Reach row={row} sender={sender} />
      {failures && row.failed != null && <Failure row={row} />}
    </li>
  );
}

/** The person who answered; nothing for links in mails and commands. */
function Answerer({ row: { last } }: { row: Row }) {
  if (!last?.by) return null;
  return (
    <div className="req__do">
      <span className="who">
        <Face name={last.by} me={last.by_me} small />
        {last.by_me ? "You" : firstName(last.by)}
      </span>
    </div>
  );
}

function AnsweredRow({ row, failures }: { row: Row; failures: boolean }) {
  const now = useNow();
  const due = dueOf(row, now);
  const { stage, last, message } = row;
  const said = last?.note || message;
  return (
    <li className="req">
      <div className="req__meta row">
        {stage !== "new" && <StageTag stage={stage} />}
        {failures &&
          otherTags({ ...row, nth_of_number: 1 }, now).map((tag) => (
            <Tag key={tag.words} {...tag} />
          ))}
        <span className="ref push">{row.reference}</span>
      </div>
      <Heading row={row} />
      {said && (
        <p className="req__said">
          <Typed text={said} quoted={!last?.note} />
        </p>
      )}
      {due && <DueLine due={due} />}
      <Answerer row={row} />
      {failures && row.failed != null && <Failure row={row} />}
    </li>
  );
}

type Props = {
  rows: Row[];
  sender: Sender;
  /** Says why something was not delivered. */
  failures?: boolean;
};

export function Rows({ rows, sender, failures = false }: Props) {
  return (
    <ol className="reqs">
      {rows.map((row) =>
        row.stage === "new" && row.erased_at == null ? (
          <WaitingRow key={row.reference} row={row} sender={sender} failures={failures} />
        ) : (
          <AnsweredRow key={row.reference} row={row} failures={failures} />
        ),
      )}
    </ol>
  );
}
