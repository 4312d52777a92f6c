// The time by the server's clock, a few times a minute: waiting is counted in minutes.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const ClockContext = createContext(0);

/** Interval between updates of the times shown, in milliseconds. */
const TICK_MS = 15_000;

/** `serverNow` is the server's time when it wrote the screen, in Unix milliseconds. */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [tick, setTick] = useState({ serverNow, now: serverNow });
  useEffect(() => {
    // The phone's own clock may be wrong; how much time has passed since then, it knows.
    const since = performance.now();
    const timer = setInterval(
      () => setTick({ serverNow, now: serverNow + performance.now() - since }),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [serverNow]);
  // A screen that is newer than the last tick has its own time.
  const now = tick.serverNow === serverNow ? tick.now : serverNow;
  return <ClockContext.Provider value={now}>{children}</ClockContext.Provider>;
}

/** Unix milliseconds. */
export const useNow = () => useContext(ClockContext);
