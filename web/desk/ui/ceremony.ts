// One use of a passkey at a time: whether the phone is asking, and how it ended.
import { useRef, useState } from "react";
import type { PasskeyFailure } from "../browser/passkeys.ts";

type State = "ready" | "asking" | "done";

export function useCeremony<T extends object>(
  ceremony: () => Promise<T | PasskeyFailure>,
  onDone: () => void = () => {},
) {
  const asking = useRef(false);
  const [state, setState] = useState<State>("ready");
  const [failure, setFailure] = useState<PasskeyFailure | null>(null);
  const start = async () => {
    if (asking.current) return;
    asking.current = true;
    setState("asking");
    setFailure(null);
    const result = await ceremony();
    asking.current = false;
    const failed = typeof result === "string" ? result : null;
    setFailure(failed);
    setState(failed ? "ready" : "done");
    if (!failed) onDone();
  };
  return { state, failure, start };
}
