// Says whether a device rings, and why not; and asks all of them.
import { useState } from "react";
import type { Desk, Notice, Ringing } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ringingWords } from "./ringing.ts";

/** So long after a test its answers are awaited: ten seconds, and until the screen is read again. */
const ASKED_MS = 25_000;

/** Whether a test is under way. */
export function useIsAsked({ notice, now: readAt }: Desk): boolean {
  const now = useNow();
  const [test, setTest] = useState<{ notice: Notice; at: number } | null>(null);
  const isNew = notice?.notice === "tested" && notice !== test?.notice;
  if (isNew) setTest({ notice, at: readAt });
  return isNew || (test != null && now - test.at < ASKED_MS);
}

export function Rings({ ringing, isAsked }: { ringing: Ringing; isAsked: boolean }) {
  const { look, icon, words, why } = ringingWords(ringing, useNow(), isAsked);
  return (
    <span className="rings">
      <span className={`pill pill--${look}`}>
        <Icon name={icon} />
        {words}
      </span>
      {why && <span>{why}</span>}
    </span>
  );
}

export function TestPhones() {
  return (
    <div className="say say--two people__test">
      <Icon name="bell" />
      <p>
        <b>Ring every phone, quietly.</b> It makes no sound, it only answers.
      </p>
      <PostForm action="/desk/people/test">
        <button type="submit" className="btn btn--line">
          Test now
        </button>
      </PostForm>
    </div>
  );
}
