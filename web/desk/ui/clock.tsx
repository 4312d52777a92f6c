// The time by the server's clock, a few times a minute: waiting is counted in minutes.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const ClockContext = createContext(0);

/** How often times are written anew, in milliseconds. */
const TICK_MS = 15_000;

/** `serverNow` is the server's time when it wrote the screen, in Unix milliseconds. */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    // The phone's own clock may be wrong; how much time has passed since then, it knows.
    const since = performance.now();
    setNow(serverNow);
    const timer = setInterval(() => setNow(serverNow + performance.now() - since), TICK_MS);
    return () => clearInterval(timer);
  }, [serverNow]);
  return <ClockContext.Provider value={now}>{children}</ClockContext.Provider>;
}

/** Unix milliseconds. */
export const useNow = () => useContext(ClockContext);
