// Asks the server to check the words typed, and for the page as it would be with them.
import { useEffect, useRef, useState } from "react";
import type { SitePiece, SiteProblem, SiteScreen } from "../../../src/contract/desk.ts";
import { readPage, tryEdit } from "./server.ts";

/** Pause after the last key, in milliseconds. */
const PAUSE_MS = 350;

/** A piece with one value of it. */
type Edit = { piece: string; value: string };
type Checked = Edit & { problems: SiteProblem[] };
/** The server's answer, and the screen that it was asked from. */
type TriedEdit = Checked & { screen: SiteScreen };

const isSame = (one: Edit | null, piece: SitePiece, value: string) =>
  one?.piece === piece.id && one.value === value;

/** Problems for which an edit was refused. */
const refusedOf = ({ chosen, refused }: SiteScreen): Checked | null =>
  refused && chosen ? { piece: chosen, ...refused } : null;

export type Check = {
  problems: SiteProblem[];
  /** Whether they are about exactly what is typed: until then, a fix would take back what was typed since. */
  isUpToDate: boolean;
  /** The page as it should be drawn; nothing for as it was loaded. */
  html: string | null;
  /** Why the server doesn't say anything. */
  failed: string | null;
};

export function useCheck(screen: SiteScreen, piece: SitePiece | null, value: string): Check {
  const [tried, setTried] = useState<TriedEdit | null>(null);
  const [html, setHtml] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  /** The edit that the page is drawn with; nothing where it's as visitors have it. */
  const drawn = useRef<Edit | null>(null);
  /** The screen whose values the page has. */
  const page = useRef(screen);
  const checked = tried?.screen === screen ? tried : refusedOf(screen);
  const isKnown = piece != null && isSame(checked, piece, value);
  useEffect(() => {
    const isLive = !piece || value === piece.value;
    const isOld = page.current !== screen && !screen.refused;
    const isDone = isLive ? !drawn.current || drawn.current.piece !== piece?.id : isKnown;
    if (isDone && !isOld) return;
    const { signal, abort } = stopper();
    const ask = async () => {
      const { at } = screen;
      const draft = screen.draft?.id;
      const answer = isLive
        ? { html: await readPage(at, draft, signal), problems: [] }
        : await tryEdit({ at, piece: piece.id, value, ...(draft && { draft }) }, signal);
      if (signal.aborted) return;
      if (typeof answer === "string") return setFailed(answer);
      setFailed(null);
      if (!isLive) setTried({ screen, piece: piece.id, value, problems: answer.problems });
      if (answer.html == null) return;
      drawn.current = isLive ? null : { piece: piece.id, value };
      page.current = screen;
      setHtml(answer.html);
    };
    const timer = setTimeout(ask, isLive ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [screen, piece, value, isKnown]);
  const isTyped = piece != null && value !== piece.value;
  const problems = isTyped && checked?.piece === piece.id ? checked.problems : [];
  return { problems, isUpToDate: isKnown, html, failed: isTyped ? failed : null };
}

function stopper() {
  const stop = new AbortController();
  return { signal: stop.signal, abort: () => stop.abort() };
}
