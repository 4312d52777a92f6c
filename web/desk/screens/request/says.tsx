// Messages above a request: that it is held, that somebody is calling, that something was not delivered.
import type { ReactNode } from "react";
import type { RequestScreen, Row } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { heldAction, requestAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { CallLink } from "../../ui/reach.tsx";
import { callerWords, isBeingCalled } from "../../ui/tags.tsx";
import { Typed } from "../../ui/typed.tsx";

function HeldSay({ screen }: { screen: RequestScreen }) {
  const { row, held, dismissed } = screen;
  return (
    <div className="say say--warm say--under">
      <Icon name="held" />
      <p>
        <b>{dismissed ? "Set aside as spam." : "Held: it looks odd, and nobody was told."}</b>{" "}
        {held && `Because of: ${held}.`}
      </p>
      <PostForm action={heldAction(row.reference)} className="btns">
        <button type="submit" name="decision" value="pass" className="btn">
          <Icon name="send" />
          Pass it on
        </button>
        {!dismissed && (
          <button type="submit" name="decision" value="spam" className="btn btn--line">
            <Icon name="ban" />
            It's spam
          </button>
        )}
      </PostForm>
    </div>
  );
}

function CallingSay({ screen: { row } }: { screen: RequestScreen }) {
  const now = useNow();
  const { last } = row;
  if (!last || last.by_me || !isBeingCalled(row, now)) return null;
  return (
    <div className="say say--two">
      <Icon name="calling" />
      <p>
        <b>
          {callerWords(row)} <Typed text={firstName(row.name)} />
        </b>{" "}
        since {when(last.at, now)}. You can call as well; they'll see it.
      </p>
      <CallLink row={row} className="btn btn--bare">
        Call too
      </CallLink>
    </div>
  );
}

function SendAgain({ row: { reference }, children }: { row: Row; children: ReactNode }) {
  return (
    <div className="say say--bad say--two">
      <Icon name="mail" />
      <p>{children}</p>
      <PostForm action={requestAction(reference, "retry")}>
        <button type="submit" className="btn btn--bare">
          Send again
        </button>
      </PostForm>
    </div>
  );
}

function FailedSay({ screen: { row, lacking } }: { screen: RequestScreen }) {
  if (row.failed != null)
    return (
      <SendAgain row={row}>
        <b>This couldn't be delivered:</b> “{row.failed}”. You're reading it here, so nobody's lost.
      </SendAgain>
    );
  if (lacking.length === 0) return null;
  return (
    <SendAgain row={row}>
      <b>This didn't reach</b>{" "}
      {lacking.map(({ address, why }) => `${address} (“${why}”)`).join(" or ")}.
    </SendAgain>
  );
}

export function Says({ screen }: { screen: RequestScreen }) {
  return (
    <div className="says">
      {(screen.held != null || screen.dismissed) && <HeldSay screen={screen} />}
      <CallingSay screen={screen} />
      <FailedSay screen={screen} />
    </div>
  );
}
