// Actions for a request: reach the person, and say how it went. One tap each.
import { type ReactNode, useState } from "react";
import type { RequestScreen, Row, Stage } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { chatAddress, requestAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { CallLink } from "../../ui/reach.tsx";
import { Typed } from "../../ui/typed.tsx";
import type { Draft } from "./chat.tsx";
import { ANSWER_FORM } from "./note.tsx";
import { callWithoutResult } from "./timeline.ts";
import "./dock.css";

type Answer = { icon: IconName; words: string; shortcut?: string };

const ANSWERS: Record<Stage, Answer> = {
  contacted: { icon: "spoke", words: "Spoke", shortcut: "S" },
  booked: { icon: "booked", words: "Booked", shortcut: "B" },
  lost: { icon: "lost", words: "Lost", shortcut: "L" },
  new: { icon: "undo", words: "Reopen" },
};

/** Stages that can follow. */
const NEXT: Record<Stage, Stage[]> = {
  new: ["contacted", "booked", "lost"],
  contacted: ["booked", "lost", "new"],
  booked: ["lost", "new"],
  lost: ["booked", "new"],
};

type ButtonProps = { stage: Stage; half?: boolean; words?: string };

/** Submits the form of the note, so that what stands there goes along. */
function AnswerButton({ stage, half = false, words }: ButtonProps) {
  const { icon, words: usual, shortcut } = ANSWERS[stage];
  return (
    <button
      type="submit"
      form={ANSWER_FORM}
      name="stage"
      value={stage}
      className={half ? "btn btn--out btn--half" : "btn btn--out"}
      aria-keyshortcuts={shortcut}
    >
      <Icon name={icon} />
      {words ?? usual}
      {shortcut && <Kbd name={shortcut} />}
    </button>
  );
}

function Answers({ stage }: { stage: Stage }) {
  const next = NEXT[stage];
  return next.map((answer) => (
    <AnswerButton key={answer} stage={answer} half={next.length === 2} />
  ));
}

type ReachProps = { row: Row; chat: string | null; onChat: () => void };

function Reach({ row, chat, onChat }: ReachProps) {
  return (
    <>
      <CallLink
        row={row}
        className={chat ? "btn btn--big btn--call" : "btn btn--big btn--call btn--wide"}
        shortcut="C"
      >
        <Icon name="call" />
        Call
        <Kbd name="C" />
      </CallLink>
      {chat && (
        <a className="btn btn--big btn--chat" href={chat} aria-keyshortcuts="W" onClick={onChat}>
          <Icon name="whatsapp" />
          WhatsApp
          <Kbd name="W" />
        </a>
      )}
    </>
  );
}

/** Back from the phone: how did it go? It keeps asking until somebody says so. */
function AfterCall({ row, calledAt }: { row: Row; calledAt: number }) {
  const now = useNow();
  return (
    <>
      <p className="dock__ask">
        <span>
          <b>
            Did you reach <Typed text={firstName(row.name)} />?
          </b>{" "}
          <span className="small dock__when">You called at {when(calledAt, now)}.</span>
        </span>
        <CallLink row={row} className="btn btn--bare" shortcut="C">
          Call again
        </CallLink>
      </p>
      <AnswerButton stage="contacted" words="We spoke" half />
      <PostForm action={requestAction(row.reference, "note")} className="dock__half">
        <button type="submit" name="note" value="No answer." className="btn btn--out btn--full">
          <Icon name="missed" />
          No answer
        </button>
      </PostForm>
      <AnswerButton stage="booked" half />
      <AnswerButton stage="lost" half />
    </>
  );
}

function AfterChat({ onNotYet }: { onNotYet: () => void }) {
  return (
    <>
      <p className="dock__ask">
        <b>Did you send it?</b>
      </p>
      <AnswerButton stage="contacted" words="Sent" half />
      <button type="button" className="btn btn--out btn--half" onClick={onNotYet}>
        Not yet
      </button>
    </>
  );
}

type Props = { screen: RequestScreen; draft: Draft };

export function Dock({ screen, draft }: Props) {
  const { row, events } = screen;
  const [chatted, setChatted] = useState(false);
  const open = row.stage === "new";
  const call = open ? callWithoutResult(events) : null;
  const content = (): ReactNode => {
    if (open && chatted) return <AfterChat onNotYet={() => setChatted(false)} />;
    if (call) return <AfterCall row={row} calledAt={call.at} />;
    const chat = chatAddress(row, draft.text);
    return (
      <>
        <Reach row={row} chat={chat} onChat={() => setChatted(true)} />
        <Answers stage={row.stage} />
      </>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere
    <div className="dock" role="group" aria-label={`Answer ${row.name}`}>
      {content()}
    </div>
  );
}
