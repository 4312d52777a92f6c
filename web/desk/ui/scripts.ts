// Whether scripts run: false on the server and while hydrating, so that what needs them appears only with them.
import { useSyncExternalStore } from "react";

const never = () => () => {};

export const useScripts = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
