// Says that this device doesn't ring yet, and lets it ring.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Me } from "../../../src/contract/desk.ts";
import {
  canRing,
  couldNotKeepRinging,
  mayRing,
  onKept,
  type RingFailure,
  ring,
} from "../../browser/phone.ts";
import { thisDevice } from "../../browser/this-device.ts";
import { Icon } from "../../ui/icon.tsx";
import { RING_WORDS } from "../../ui/phone-words.ts";
import "./ringing.css";

type State = "ready" | "asking" | "done";

function useRinging(key: string) {
  const [state, setState] = useState<State>("ready");
  const [failure, setFailure] = useState<RingFailure | null>(null);
  const start = async () => {
    if (state === "asking") return;
    setState("asking");
    setFailure(null);
    const outcome = await ring(key);
    const failed = typeof outcome === "string" ? outcome : null;
    setFailure(failed);
    setState(failed ? "ready" : "done");
  };
  return { state, failure, start };
}

export function RingingStrip({ me }: { me: Me | null }) {
  return canRing() && me?.push_key ? <Strip pushKey={me.push_key} rings={me.rings} /> : null;
}

function Strip({ pushKey, rings }: { pushKey: string; rings: boolean }) {
  const { state, failure, start } = useRinging(pushKey);
  const unreached = useSyncExternalStore(onKept, couldNotKeepRinging);
  // A device that may ring is made to without a word; only if that fails is there something to say.
  const isNeeded = !rings && (!mayRing() || unreached);
  if (!isNeeded && state === "ready" && !failure) return null;
  return (
    <section className="say ringing" aria-label="Messages on this device">
      {state === "done" ? <Done /> : <Offer asking={state === "asking"} onPress={start} />}
      {failure && (
        <p className="small" role="alert">
          {RING_WORDS[failure](thisDevice())}
        </p>
      )}
    </section>
  );
}

function Offer({ asking, onPress }: { asking: boolean; onPress: () => void }) {
  return (
    <>
      <Icon name="bell-off" />
      <p>
        <b>This {thisDevice()} doesn't ring yet.</b>
      </p>
      <button
        type="button"
        className={asking ? "btn btn--line is-asking" : "btn btn--line"}
        aria-disabled={asking || undefined}
        onClick={onPress}
      >
        {asking ? "Asking…" : "Let it ring"}
      </button>
    </>
  );
}

function Done() {
  const said = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => said.current?.focus(), []);
  return (
    <>
      <Icon name="bell" />
      <p role="status" tabIndex={-1} ref={said}>
        <b>This {thisDevice()} rings now.</b>
      </p>
    </>
  );
}
