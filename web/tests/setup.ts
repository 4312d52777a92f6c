// Runs before each file. Files share one process and one DOM, since starting jsdom costs more than most tests: what one
// leaves behind (modules' state, stubs, storage, address, document) is taken away for the next.
import { afterAll, vi } from "vitest";

// jsdom lacks it, and a listener of an earlier file may still count.
Navigator.prototype.sendBeacon ??= () => true;

afterAll(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const stub of Object.keys(Object.getOwnPropertyDescriptors(navigator)))
    Reflect.deleteProperty(navigator, stub);
  history.replaceState(null, "", "/");
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
