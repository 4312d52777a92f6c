// Asks the server what it says of the fact that is typed.
import { useEffect, useState } from "react";
import type { RefusedEdit, SitePiece, SiteProblem } from "../../../src/contract/desk.ts";
import { useOpenDraft } from "../site/open-draft.tsx";
import { tryEdit } from "../site/server.ts";

/** Pause after the last key, in milliseconds. */
const PAUSE_MS = 350;

/** The page that the server would draw: any has the facts. */
export const AT = "/";

export type FactCheck = {
  problems: SiteProblem[];
  /** Whether they are about exactly the value in the field. */
  isUpToDate: boolean;
  /** Why the server doesn't say anything. */
  failed: string | null;
};

/** The server's answer, and the refusal that was there when it was asked. */
type TriedFact = RefusedEdit & { after: RefusedEdit | null };

export function useFactCheck(
  piece: SitePiece,
  value: string,
  refused: RefusedEdit | null,
): FactCheck {
  const [tried, setTried] = useState<TriedFact | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const checked = tried?.after === refused ? tried : (refused ?? tried);
  const isTyped = value !== piece.value;
  const isUpToDate = checked?.value === value;
  const { id } = piece;
  const draft = useOpenDraft()?.id;
  useEffect(() => {
    if (!isTyped || isUpToDate) return;
    const stop = new AbortController();
    const ask = async () => {
      const answer = await tryEdit(
        { at: AT, piece: id, value, ...(draft && { draft }) },
        stop.signal,
      );
      if (stop.signal.aborted) return;
      if (typeof answer === "string") return setFailed(answer);
      setFailed(null);
      setTried({ value, problems: answer.problems, after: refused });
    };
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, value, draft, refused, isTyped, isUpToDate]);
  return {
    problems: isTyped ? (checked?.problems ?? []) : [],
    isUpToDate,
    failed: isTyped ? failed : null,
  };
}
