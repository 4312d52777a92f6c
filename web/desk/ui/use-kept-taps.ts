// Joins the taps that wait on this device with the screen: how many there are, and when they go out.
import { useEffect, useState } from "react";
import type { Desk } from "../../src/contract/desk.ts";
import { dropTap, keepTap, keptTaps, mayWait, sendKept, type Tap } from "../browser/kept-taps.ts";
import { showAddress } from "../browser/server.ts";
import { requestAddress } from "./addresses.ts";

/** How often they are tried while some wait, in milliseconds. */
const RETRY_MS = 10_000;

type Screens = {
  isLive: boolean;
  /** Shows another screen. */
  take: (answer: Desk) => void;
  /** Reads the screen again. */
  look: () => void;
};

export function useKeptTaps(person: string, { isLive, take, look }: Screens) {
  const [count, setCount] = useState(0);
  const recount = () => setCount(keptTaps(person).length);
  const send = async () => {
    if (!person || keptTaps(person).length === 0) return;
    const { count: sent, clash } = await sendKept(person);
    recount();
    if (clash?.screen.name === "request") {
      showAddress(requestAddress(clash.screen.row.reference));
      take(clash);
    } else if (sent > 0) look();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on coming, and whenever the line is there again
  useEffect(() => {
    recount();
    send();
    addEventListener("online", send);
    const timer = count > 0 ? setInterval(send, RETRY_MS) : undefined;
    return () => {
      removeEventListener("online", send);
      clearInterval(timer);
    };
  }, [person, isLive, count > 0]);
  return {
    count,
    send,
    /** Whether it waits from now on. */
    keep: (tap: Tap) => {
      const kept = person !== "" && mayWait(tap.action) && keepTap(person, tap);
      recount();
      return kept;
    },
    drop: (tap: Tap) => {
      dropTap(person, tap);
      recount();
    },
  };
}
