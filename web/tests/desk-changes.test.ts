// News for the desk: it asks again and again, and looks only when something is new.
import { afterEach, expect, test, vi } from "vitest";
import { watchChanges } from "../desk/browser/changes.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that gives these stamps, one after another, and then waits for ever. */
function serve(stamps: (string | null)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const stamp = stamps.shift();
    if (stamp === undefined) return new Promise(() => {});
    return new Response(JSON.stringify({ stamp }), { status: stamp == null ? 401 : 200 });
  });
  return asked;
}

test("a change is told once, and the first stamp is no change", async () => {
  const asked = serve(["1", "1", "2", "2", "3"]);
  const stop = new AbortController();
  const changed = vi.fn();
  watchChanges(stop.signal, "", changed);
  await vi.waitFor(() => expect(asked).toHaveLength(6));
  expect(changed).toHaveBeenCalledTimes(2);
  expect(asked.at(-1)).toBe("/desk/changes?since=3");
  stop.abort();
});

test("a server that does not say is asked again later, not at once", async () => {
  vi.useFakeTimers();
  const asked = serve([null, "1"]);
  const stop = new AbortController();
  watchChanges(stop.signal, "", () => {});
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.length).toBeGreaterThan(1);
  stop.abort();
  vi.useRealTimers();
});
