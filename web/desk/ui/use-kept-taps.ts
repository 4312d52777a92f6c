// Joins the taps that wait on this device with the screen: their number, and when they go out.
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { Desk } from "../../src/contract/desk.ts";
import {
  dropTap,
  keepTap,
  keptTaps,
  mayWait,
  onKeptTaps,
  sendKept,
  type Tap,
  triedTap,
} from "../browser/kept-taps.ts";
import { showAddress } from "../browser/server.ts";
import { requestAddress } from "./addresses.ts";

/** Interval between attempts while taps are waiting, in milliseconds. */
const RETRY_MS = 10_000;

type Screens = {
  isLive: boolean;
  /** Shows another screen. */
  take: (answer: Desk) => void;
  /** Reads the screen again. */
  look: () => void;
};

export function useKeptTaps(person: string, { isLive, take, look }: Screens) {
  const count = useSyncExternalStore(onKeptTaps, () => keptTaps(person).length);
  const send = async () => {
    if (!person || keptTaps(person).length === 0) return;
    const { count: sent, clash } = await sendKept(person);
    if (clash?.screen.name === "request") {
      showAddress(requestAddress(clash.screen.row.reference));
      take(clash);
    } else if (sent > 0) look();
  };
  const retry = useEffectEvent(send);
  const isWaiting = count > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const attempt = () => retry();
    // At once on coming, and whenever the line is there again.
    if (isLive) attempt();
    addEventListener("online", attempt);
    const timer = setInterval(attempt, RETRY_MS);
    return () => {
      removeEventListener("online", attempt);
      clearInterval(timer);
    };
  }, [isWaiting, isLive]);
  return {
    count,
    send,
    /** The tap as it is kept; nothing where it isn't. */
    keep: (tap: Tap) => (person && mayWait(tap.action) ? keepTap(person, tap) : null),
    /** After it was sent, and whether it has to be sent again. */
    tried: (tap: Tap, isForLater: boolean) => triedTap(person, tap, isForLater),
    drop: (tap: Tap) => dropTap(person, tap),
  };
}
