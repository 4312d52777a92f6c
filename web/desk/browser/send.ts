// Sends a form. An action that needs a fresh proof of identity asks for the passkey, and goes out again unchanged; an
// answer that nothing was changed leaves the screen as it is, with the words typed.
import type { Desk } from "../../src/contract/desk.ts";
import { type PasskeyFailure, signIn } from "./passkeys.ts";
import { readScreen, sendForm } from "./server.ts";

/** Why a form changed nothing. */
export type NotTaken =
  /** The server, or its database, does not answer. */
  | { why: "away" }
  /** The same, but it is kept on this device and sent again by itself. */
  | { why: "kept" }
  /** The input cannot be used; the text says what would be right. */
  | { why: "invalid"; text: string }
  | { why: "unconfirmed"; failure: PasskeyFailure }
  /** The passkey was another person's, who is signed in now. */
  | { why: "somebody-else"; name: string };

/** The screen to show from now on, if there is another one; and why the form changed nothing, if it did not. */
export type Sent = { screen: Desk | null; notTaken: NotTaken | null };

const kept = (notTaken: NotTaken): Sent => ({ screen: null, notTaken });

function judge(answer: Desk | null): Sent {
  if (!answer) return kept({ why: "away" });
  const { screen } = answer;
  if (screen.name === "problem" && screen.problem === "away") return kept({ why: "away" });
  if (screen.name === "problem" && screen.problem === "invalid")
    return kept({ why: "invalid", text: screen.text });
  // Afterwards one is where the form was: the form's own address shows nothing.
  const next = location.pathname + location.search;
  const here = screen.name === "sign-in" ? { ...answer, screen: { ...screen, next } } : answer;
  return { screen: here, notTaken: null };
}

const asksForPasskey = ({ screen }: Desk) =>
  screen.name === "problem" && screen.problem === "confirm" && screen.has_passkey;

export async function send(action: string, fields: Record<string, string>): Promise<Sent> {
  const answer = await sendForm(action, fields);
  if (!answer || !asksForPasskey(answer)) return judge(answer);
  const signed = await signIn();
  if (typeof signed === "string") return kept({ why: "unconfirmed", failure: signed });
  if (signed.name === answer.me?.name) return judge(await sendForm(action, fields));
  return {
    screen: await readScreen(location.href),
    notTaken: { why: "somebody-else", name: signed.name },
  };
}
