// A visitor's rights, carried out by an owner: to have their data, or to have it erased. Neither can be undone, and both
// are about all requests of a number.
import { useState } from "react";
import type { KeptBack, KeptRequest } from "../../../src/contract/desk.ts";
import { fullDate } from "../../../ui/dubai.ts";
import { PostForm } from "../../ui/actions.tsx";
import { dataAddress, readablePhone, requestAction, requestAddress } from "../../ui/addresses.ts";
import { clockTime } from "../../ui/dubai.ts";
import { Typed } from "../../ui/typed.tsx";
import type { ScreenKind, ScreenOf, ScreenProps } from "../screen.ts";
import { type Choice, choicesOf, countWords, doubtWords } from "./whose.ts";
import "./their-data.css";

type Data = ScreenOf<"their-data">;

const KEPT_BACK: Record<KeptBack, string> = {
  undelivered: "not delivered yet, so it can't be erased",
  held: "held, so it can't be erased: decide about it first",
};

function Request({ kept, opened }: { kept: KeptRequest; opened: string }) {
  const { reference, received_at, name, phone, number_read, kept_back } = kept;
  const isOpened = reference === opened;
  return (
    <li>
      {isOpened ? <b>{reference}</b> : <a href={requestAddress(reference)}>{reference}</a>},{" "}
      {fullDate(received_at)}, {clockTime(received_at)}, <Typed text={name} />
      {!number_read && (
        <>
          , “<Typed text={phone} />”
        </>
      )}
      {kept_back && <span className="small soft"> ({KEPT_BACK[kept_back]})</span>}
    </li>
  );
}

type ChoiceProps = {
  choices: Choice[];
  whose: string | null;
  onChoose: (whose: string) => void;
};

function Whose({ choices, whose, onChoose }: ChoiceProps) {
  return (
    <fieldset className="role">
      <legend>Which are meant?</legend>
      {choices.map(({ value, words }) => (
        <label key={value}>
          <input
            type="radio"
            name="whose"
            value={value}
            checked={value === whose}
            onChange={() => onChoose(value)}
          />
          <b>{words}</b>
        </label>
      ))}
    </fieldset>
  );
}

function Erase({ reference, whose, count }: { reference: string; whose: string; count: number }) {
  return (
    <PostForm
      action={requestAction(reference, "erase")}
      fields={{ whose }}
      className="their-data__erase"
    >
      <p className="small">
        Erasing takes away name, number, message, notes and copies of mails, for ever. References,
        times and services stay. Mails that were sent have to be erased in the mailbox.
      </p>
      <div className="field">
        <label htmlFor="typed">
          To erase {countWords(count)}, type <b>{reference}</b>
        </label>
        <input id="typed" name="typed" required autoComplete="off" spellCheck={false} />
      </div>
      <button type="submit" className="btn btn--line">
        Erase their data
      </button>
    </PostForm>
  );
}

function TheirData({ screen }: { screen: Data }) {
  const { reference, requests, in_doubt } = screen;
  const choices = choicesOf(screen);
  const [whose, setWhose] = useState(in_doubt ? null : "all");
  const chosen = choices.find(({ value }) => value === whose);
  return (
    <article className="stack their-data">
      <h1>
        What is kept of <Typed text={screen.person || reference} />
      </h1>
      <p>
        {countWords(requests.length)}
        {screen.phone_e164 && ` of ${readablePhone(screen.phone_e164)}`}
      </p>
      <ul>
        {requests.map((kept) => (
          <Request key={kept.reference} kept={kept} opened={reference} />
        ))}
      </ul>
      {doubtWords(screen).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {choices.length > 1 && <Whose choices={choices} whose={whose} onChoose={setWhose} />}
      {chosen && (
        <>
          <p className="small">
            The file has what they typed, notes, answers, and who was mailed. Read it before you
            pass it on: it names your colleagues.
          </p>
          <a
            className="btn btn--line"
            href={`${dataAddress(reference)}.json?whose=${chosen.value}`}
          >
            Give them their data
          </a>
          <Erase reference={reference} whose={chosen.value} count={chosen.count} />
        </>
      )}
      <a href={requestAddress(reference)}>Back to the request</a>
    </article>
  );
}

function TheirDataView({ screen }: ScreenProps<"their-data">) {
  return (
    <main id="main">
      <TheirData key={screen.reference} screen={screen} />
    </main>
  );
}

export const theirData: ScreenKind<"their-data"> = {
  view: TheirDataView,
  title: ({ person, reference }) => `Data of ${person || reference}`,
};
