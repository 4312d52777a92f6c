// Keeps the device that shows the desk in step with it: the number on its icon, that it rings, and what it keeps for when
// there is no network.
import { useEffect } from "react";
import type { Me } from "../../src/contract/desk.ts";
import { showBadge } from "../browser/badge.ts";
import { keepRinging, mayRing, noteKept } from "../browser/phone.ts";
import { startWorker } from "../browser/worker.ts";

export function useThisDevice(me: Me | null): void {
  const waiting = me?.waiting ?? 0;
  useEffect(() => showBadge(waiting), [waiting]);
  const person = me?.id;
  const key = me?.push_key;
  const rings = me?.rings ?? false;
  useEffect(() => {
    if (person) startWorker();
  }, [person]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else on this device asks anew
  useEffect(() => {
    if (key && mayRing()) keepRinging(key, rings).then(noteKept);
  }, [key, rings, person]);
}
