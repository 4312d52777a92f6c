// The whole desk: the screen of the moment, kept up to date, and the forms and links that change it.
import { useEffect, useState } from "react";
import type { Desk } from "../src/contract/desk.ts";
import { watchChanges } from "./browser/changes.ts";
import { forgetKept } from "./browser/kept-posts.ts";
import { send as sendForm } from "./browser/send.ts";
import { readScreen, showAddress } from "./browser/server.ts";
import { Document, type Files } from "./document.tsx";
import { layoutOf, ScreenView, themeOf, titleOf } from "./screens/index.ts";
import { loadView } from "./screens/later.ts";
import { Shell } from "./shell.tsx";
import { ActionsProvider } from "./ui/actions.tsx";
import { ClockProvider } from "./ui/clock.tsx";
import { useThisDevice } from "./ui/this-device.ts";

/** How often a visible screen asks for news, in milliseconds. */
const POLL_MS = 10_000;
/** Screens on which nothing changes by itself. */
const STILL = new Set<Desk["screen"]["name"]>(["sign-in", "join", "problem"]);

type Line = "live" | "offline";

/** Whoever writes a post keeps the editor, whatever a look brings instead: the next save says what is the matter. */
const keepsEditor = (shown: Desk, fresh: Desk) =>
  shown.screen.name === "post-editor" && fresh.screen.name !== "post-editor";

/** The screen, and whether the server is there. */
function useDesk(first: Desk) {
  const [desk, setDesk] = useState(first);
  const [line, setLine] = useState<Line>("live");
  const take = async (fresh: Desk | null, isLook = false) => {
    setLine(fresh ? "live" : "offline");
    if (!fresh) return;
    if (fresh.notice?.notice === "signed-out") forgetKept();
    // Without the files of a screen, the server's own page is the way to it.
    if (!(await loadView(fresh.screen.name))) return location.reload();
    setDesk((shown) =>
      isLook && keepsEditor(shown, fresh)
        ? shown
        : // What the last action did stays in sight until the next one.
          { ...fresh, notice: fresh.notice ?? shown.notice },
    );
  };
  return { desk, line, take, setDesk };
}

export function App({ first, files }: { first: Desk; files: Files }) {
  const [data] = useState({ desk: first, files });
  const { desk, line, take, setDesk } = useDesk(first);
  const still = STILL.has(desk.screen.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `take` only uses setters
  useEffect(() => {
    if (still) return;
    const look = async () => {
      if (document.visibilityState === "visible") take(await readScreen(location.href), true);
    };
    const timer = setInterval(look, POLL_MS);
    document.addEventListener("visibilitychange", look);
    const stop = new AbortController();
    watchChanges(stop.signal, look);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [still]);
  useEffect(() => showAddress(location.href), []);
  useThisDevice(desk.me);
  const send = async (action: string, fields: Record<string, string>) => {
    const { screen, notTaken } = await sendForm(action, fields);
    if (screen || notTaken?.why === "away") await take(screen);
    return notTaken;
  };
  const dismiss = () => setDesk((shown) => ({ ...shown, notice: null }));
  return (
    <Document data={data} title={titleOf(desk)} theme={themeOf(desk)} layout={layoutOf(desk)}>
      <ClockProvider serverNow={desk.now}>
        <ActionsProvider value={{ send, take, dismiss, key: desk.key }}>
          <Shell desk={desk} line={line}>
            <ScreenView desk={desk} />
          </Shell>
        </ActionsProvider>
      </ClockProvider>
    </Document>
  );
}
