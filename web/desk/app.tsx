// The whole desk: the screen of the moment, kept up to date, and the forms and links that change it.
import { Suspense, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Desk } from "../src/contract/desk.ts";
import { watchChanges } from "./browser/changes.ts";
import { forgetKept } from "./browser/kept.ts";
import { isPointing } from "./browser/pointing.ts";
import { send as sendForm } from "./browser/send.ts";
import { type First, readScreen, showAddress } from "./browser/server.ts";
import { forgetScreens } from "./browser/worker.ts";
import { afterLook, type Shown } from "./screens/inbox/news.ts";
import { layoutOf, ScreenView, themeOf, titleOf } from "./screens/index.ts";
import { ScreenBoundary } from "./shell/not-shown.tsx";
import { useDocument } from "./shell/use-document.ts";
import { Shell } from "./shell.tsx";
import { ActionsProvider } from "./ui/actions.tsx";
import { ClockProvider } from "./ui/clock.tsx";
import { useThisDevice } from "./ui/this-device.ts";
import { useCameFrom } from "./ui/use-came-from.ts";
import { useKeptTaps } from "./ui/use-kept-taps.ts";

/** Interval at which a visible screen asks for news, in milliseconds. */
const POLL_MS = 10_000;
/** Screens on which nothing changes by itself, or must not while somebody types. */
const STILL = new Set<Desk["screen"]["name"]>([
  "sign-in",
  "join",
  "settings",
  "site",
  "site-facts",
  "site-drafts",
  "problem",
]);

type Line = "live" | "offline";

/** An author keeps the editor, whatever screen a look brings instead: the next save says what is the matter. */
const keepsEditor = (shown: Desk, fresh: Desk) =>
  shown.screen.name === "post-editor" && fresh.screen.name !== "post-editor";

/** The screen, and whether the server is there. */
function useDesk(first: First) {
  const [{ desk, news }, setShown] = useState<Shown>({ desk: first.desk, news: [] });
  const [line, setLine] = useState<Line>(first.age === null ? "live" : "offline");
  /** Grows when an action begins and when its answer is there. */
  const acted = useRef(0);
  const take = (fresh: Desk | null, isLook = false) => {
    setLine(fresh ? "live" : "offline");
    if (!fresh) return;
    if (fresh.notice?.notice === "signed-out") forgetKept();
    if (fresh.screen.name === "sign-in") forgetScreens();
    const isPointedAt = isLook && isPointing();
    // The screen before stays until the files of the next one are there.
    startTransition(() =>
      setShown((shown) => {
        if (isLook && keepsEditor(shown.desk, fresh)) return shown;
        // The last action's result stays visible until the next one.
        const notice = fresh.notice ?? shown.desk.notice;
        return afterLook(shown, { ...fresh, notice }, isPointedAt);
      }),
    );
  };
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    const before = acted.current;
    const fresh = await readScreen(location.href);
    // A screen read before or during an action is older than its answer, which may hold something shown once.
    if (before === acted.current) take(fresh, true);
  };
  const act = async (action: string, fields: Record<string, string>) => {
    acted.current += 1;
    const answer = await sendForm(action, fields);
    acted.current += 1;
    return answer;
  };
  const dismiss = () => setShown(({ desk, news }) => ({ desk: { ...desk, notice: null }, news }));
  useNetwork(setLine);
  return { desk, news, line, take, look, act, dismiss };
}

/** Hears at once that the network is gone or there again; whether the server is, only a request can tell. */
function useNetwork(setLine: (line: Line) => void): void {
  useEffect(() => {
    const hear = () => setLine(navigator.onLine ? "live" : "offline");
    addEventListener("offline", hear);
    addEventListener("online", hear);
    return () => {
      removeEventListener("offline", hear);
      removeEventListener("online", hear);
    };
  }, [setLine]);
}

export function App({ first }: { first: First }) {
  const { desk, news, line, take, look, act, dismiss } = useDesk(first);
  const still = STILL.has(desk.screen.name);
  const post = desk.screen.name === "post-editor" ? desk.screen.id : "";
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(lookNow, POLL_MS);
    document.addEventListener("visibilitychange", lookNow);
    addEventListener("online", lookNow);
    const stop = new AbortController();
    watchChanges(stop.signal, post, lookNow);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookNow);
      removeEventListener("online", lookNow);
    };
  }, [still, post]);
  useEffect(() => showAddress(location.href), []);
  useDocument({ title: titleOf(desk), theme: themeOf(desk), layout: layoutOf(desk) });
  useThisDevice(desk.me);
  const shown = useCameFrom(desk);
  const taps = useKeptTaps(desk.me?.id ?? "", { isLive: line === "live", take, look });
  // A screen that was kept says what time it was then.
  const sinceKept = desk.now === first.desk.now ? (first.age ?? 0) : 0;
  const send = async (action: string, fields: Record<string, string>) => {
    // Kept before it is sent: whoever leaves the screen meanwhile would lose it.
    const kept = taps.keep({ action, fields });
    // Earlier taps are sent first, and before somebody signs out.
    await taps.send();
    const { screen, notTaken } = await act(action, kept?.fields ?? fields);
    const isAway = notTaken?.why === "away";
    if (kept) taps.tried(kept, isAway || screen?.screen.name === "sign-in");
    if (screen || isAway) take(screen);
    return isAway && kept ? { why: "kept" as const } : notTaken;
  };
  const drop = (action: string, fields: Record<string, string>) => taps.drop({ action, fields });
  return (
    <ClockProvider serverNow={desk.now + sinceKept}>
      <ActionsProvider value={{ send, drop, take, dismiss }}>
        <Shell desk={shown} news={news} line={line} taps={taps.count}>
          <ScreenBoundary>
            <Suspense>
              <ScreenView desk={shown} />
            </Suspense>
          </ScreenBoundary>
        </Shell>
      </ActionsProvider>
    </ClockProvider>
  );
}
