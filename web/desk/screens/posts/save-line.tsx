// Whether the words are on the server. The line changes with each pause; only what somebody has to know is said aloud.
import { useNow } from "../../ui/clock.tsx";
import { roughly, saidWhen } from "../../ui/dubai.ts";
import type { SaveState } from "./autosave.ts";
import type { Editing } from "./editing.ts";

const JUST_NOW_MS = 5_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** `Saved 3 seconds ago`. */
export function savedWords(at: number, now: number): string {
  const since = now - at;
  if (since < JUST_NOW_MS) return "Saved just now";
  if (since < MINUTE_MS) return `Saved ${Math.floor(since / 1000)} seconds ago`;
  return since < DAY_MS ? `Saved ${roughly(since)} ago` : `Saved ${saidWhen(at, now)}`;
}

/** Words announced, and shown in place of the line; nothing while all is well. */
export function troubleWords(state: SaveState, isKept: boolean, refusal: string): string {
  switch (state) {
    case "away":
      return isKept
        ? "Kept on this device, not on the server yet"
        : "Not on the server yet: don't close this page";
    case "signed-out":
      return "You've been signed out. Sign in again; what you typed is still here.";
    case "refused":
      return `Not saved. ${refusal}`;
    case "conflict":
      return "Kept on this device until you choose";
    default:
      return "";
  }
}

type Props = { editing: Editing; savedAt: number; address: string };

export function SaveLine({ editing: { state, isKept, refusal }, savedAt, address }: Props) {
  const now = useNow();
  const trouble = troubleWords(state, isKept, refusal);
  return (
    <>
      <p className="ed__saved">
        <span className={trouble ? "lamp lamp--off" : "lamp"} />
        <span>{trouble || (state === "saved" ? savedWords(savedAt, now) : "Saving…")}</span>
      </p>
      <span className="sr" role="status">
        {trouble}
      </span>
      {state === "signed-out" && (
        // The post's own address asks for the sign-in, and leads back.
        <a className="btn btn--bare" href={address}>
          Sign in
        </a>
      )}
    </>
  );
}
