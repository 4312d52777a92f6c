// Asks the server what it says of the fact that is typed.
import { useEffect, useState } from "react";
import type { RefusedEdit, SitePiece, SiteProblem } from "../../../src/contract/desk.ts";
import { useOpenDraft } from "../site/open-draft.tsx";
import { tryEdit } from "../site/server.ts";

/** How long after the last key, in milliseconds. */
const PAUSE_MS = 350;

/** The page that the server would draw: any has the facts. */
export const AT = "/";

export type FactCheck = {
  problems: SiteProblem[];
  /** Whether they are about exactly what is typed. */
  isUpToDate: boolean;
  /** Why the server doesn't say anything. */
  failed: string | null;
};

export function useFactCheck(
  piece: SitePiece,
  value: string,
  refused: RefusedEdit | null,
): FactCheck {
  const [checked, setChecked] = useState(refused);
  const [failed, setFailed] = useState<string | null>(null);
  const [seen, setSeen] = useState(refused);
  if (refused !== seen) {
    setSeen(refused);
    if (refused) setChecked(refused);
  }
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
      setChecked({ value, problems: answer.problems });
    };
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, value, draft, isTyped, isUpToDate]);
  return {
    problems: isTyped ? (checked?.problems ?? []) : [],
    isUpToDate,
    failed: isTyped ? failed : null,
  };
}
