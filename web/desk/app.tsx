// The whole desk: the screen of the moment, kept up to date, and the forms and links that change it.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Desk } from "../src/contract/desk.ts";
import { watchChanges } from "./browser/changes.ts";
import { forgetKept } from "./browser/kept.ts";
import { send as sendForm } from "./browser/send.ts";
import { readScreen, showAddress } from "./browser/server.ts";
import { Document, type Files } from "./document.tsx";
import { layoutOf, ScreenView, themeOf, titleOf } from "./screens/index.ts";
import { loadView } from "./screens/later.ts";
import { Shell } from "./shell.tsx";
import { ActionsProvider } from "./ui/actions.tsx";
import { ClockProvider } from "./ui/clock.tsx";
import { useThisDevice } from "./ui/this-device.ts";
import { useKeptTaps } from "./ui/use-kept-taps.ts";

/** How often a visible screen asks for news, in milliseconds. */
const POLL_MS = 10_000;
/** Screens on which nothing changes by itself, or must not while somebody types. */
const STILL = new Set<Desk["screen"]["name"]>([
  "sign-in",
  "join",
  "settings",
  "site",
  "site-facts",
  "site-drafts",
  "site-version",
  "problem",
]);

type Line = "live" | "offline";

/** Whoever writes a post keeps the editor, whatever a look brings instead: the next save says what is the matter. */
const keepsEditor = (shown: Desk, fresh: Desk) =>
  shown.screen.name === "post-editor" && fresh.screen.name !== "post-editor";

/** The screen, and whether the server is there. */
function useDesk(first: Desk) {
  const [desk, setDesk] = useState(first);
  const [line, setLine] = useState<Line>("live");
  /** Grows when an action begins and when its answer is there. */
  const acted = useRef(0);
  const take = async (fresh: Desk | null, isLook = false) => {
    const before = acted.current;
    setLine(fresh ? "live" : "offline");
    if (!fresh) return;
    if (fresh.notice?.notice === "signed-out") forgetKept();
    // Without the files of a screen, the server's own page is the way to it.
    if (!(await loadView(fresh.screen.name))) return location.reload();
    if (isLook && before !== acted.current) return;
    setDesk((shown) =>
      isLook && keepsEditor(shown, fresh)
        ? shown
        : // What the last action did stays in sight until the next one.
          { ...fresh, notice: fresh.notice ?? shown.notice },
    );
  };
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    const before = acted.current;
    const fresh = await readScreen(location.href);
    // What was read before or beside an action is older than its answer, which may show something once, as an invitation.
    if (before === acted.current) await take(fresh, true);
  };
  return { desk, line, take, look, acted, setDesk };
}

type AppProps = { first: Desk; files: Files; onHydrated: () => void };

export function App({ first, files, onHydrated }: AppProps) {
  const [data] = useState({ desk: first, files });
  const { desk, line, take, look, acted, setDesk } = useDesk(first);
  const still = STILL.has(desk.screen.name);
  const post = desk.screen.name === "post-editor" ? desk.screen.id : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` only uses setters and a ref
  useEffect(() => {
    if (still) return;
    const timer = setInterval(look, POLL_MS);
    document.addEventListener("visibilitychange", look);
    const stop = new AbortController();
    watchChanges(stop.signal, post, look);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [still, post]);
  // Before the effects of the screens, which read their fields or put kept words into them.
  useLayoutEffect(onHydrated, [onHydrated]);
  useEffect(() => showAddress(location.href), []);
  useThisDevice(desk.me);
  const taps = useKeptTaps(desk.me?.id ?? "", { isLive: line === "live", take, look });
  const send = async (action: string, fields: Record<string, string>) => {
    // What was said before goes out before, and before somebody signs out.
    await taps.send();
    acted.current += 1;
    const { screen, notTaken } = await sendForm(action, fields);
    acted.current += 1;
    if (screen || notTaken?.why === "away") await take(screen);
    return notTaken?.why === "away" && taps.keep({ action, fields })
      ? { why: "kept" as const }
      : notTaken;
  };
  const drop = (action: string, fields: Record<string, string>) => taps.drop({ action, fields });
  const dismiss = () => setDesk((shown) => ({ ...shown, notice: null }));
  return (
    <Document data={data} title={titleOf(desk)} theme={themeOf(desk)} layout={layoutOf(desk)}>
      <ClockProvider serverNow={desk.now}>
        <ActionsProvider value={{ send, drop, take, dismiss, key: desk.key }}>
          <Shell desk={desk} line={line} taps={taps.count}>
            <ScreenView desk={desk} />
          </Shell>
        </ActionsProvider>
      </ClockProvider>
    </Document>
  );
}
