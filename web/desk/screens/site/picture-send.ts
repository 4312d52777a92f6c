// Sends a picture that was chosen with what it shows, and what of a photo stays in sight.
import type { Desk } from "../../../src/contract/desk.ts";
import { useActions } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { NOTHING, type PictureDrafting } from "./picture-drafts.ts";
import { SIGNED_OUT } from "./server.ts";

const NO_ANSWER = "The server didn't answer. The site is as it was; try again.";
const NOT_TAKEN = "The server couldn't take it. The site is as it was.";

/** Pictures from a phone take a while over its network: when a server that doesn't answer counts as away. */
const PICTURE_PATIENCE_MS = 120_000;

type PictureFields = Record<string, string | File>;

/** The screen after it; or a sentence that says why the picture isn't there. */
async function post(fields: PictureFields): Promise<Desk | string> {
  const body = new FormData();
  body.set("key", crypto.randomUUID());
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const answer = await fetch(siteAction("picture"), {
      method: "POST",
      headers: { accept: "application/json" },
      body,
      signal: AbortSignal.timeout(PICTURE_PATIENCE_MS),
    });
    const desk: Desk = await answer.json();
    const { screen } = desk;
    if (screen.name === "site") return desk;
    if (screen.name === "sign-in") return SIGNED_OUT;
    return screen.name === "problem" && screen.problem === "invalid" ? screen.text : NOT_TAKEN;
  } catch {
    return NO_ANSWER;
  }
}

/** Pieces whose pictures are on their way: a second tap sends nothing. */
const sending = new Set<string>();

/** The draft says how far it is. */
export function useSendPicture(at: string, id: string, drafting: PictureDrafting) {
  const { draft, focus, isMoved, change } = drafting;
  const { take, fields } = useActions();
  return async () => {
    const { file, alt } = draft;
    if (!(file || isMoved) || sending.has(id)) return;
    sending.add(id);
    change({ isSending: true, failed: null });
    const picture = file && { picture: file };
    const answer = await post({ ...fields, at, piece: id, alt, focus, ...picture });
    sending.delete(id);
    if (typeof answer === "string") return change({ isSending: false, failed: answer });
    const refused = answer.screen.name === "site" && answer.screen.refused;
    if (refused) change({ isSending: false, problems: refused.problems });
    // Words without a picture still wait for one.
    else change({ ...NOTHING, alt: file ? "" : alt });
    take(answer);
  };
}
