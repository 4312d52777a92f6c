// Hears from the server when something has changed, so that a screen need not wait for its next look.

/** Pause after the server could not be asked, in milliseconds. */
const PAUSE_MS = 5_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Done once the screen is in sight. */
function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((done) => {
    document.addEventListener("visibilitychange", () => done(), { once: true, signal });
  });
}

/** The stamp of the moment, as soon as it is another one; nothing if the server does not say. */
async function nextStamp(since: string, post: string, signal: AbortSignal): Promise<string | null> {
  try {
    const address = `/desk/changes?${new URLSearchParams({ since, ...(post && { post }) })}`;
    const answer = await fetch(address, { headers: { accept: "application/json" }, signal });
    return answer.ok ? (await answer.json()).stamp : null;
  } catch {
    return null;
  }
}

/** No stamp: whatever the server says next is another one. */
const LOST = "lost";

/**
 * Calls `onChange` whenever something has changed, also in this post if there is one, and when the server can't be asked or
 * can be again, until `signal` says to stop.
 */
export async function watchChanges(
  signal: AbortSignal,
  post: string,
  onChange: () => void,
): Promise<void> {
  let since = "";
  while (!signal.aborted) {
    await visible(signal);
    const stamp = await nextStamp(since, post, signal);
    if (signal.aborted) return;
    if (since && stamp !== since) onChange();
    since = stamp ?? LOST;
    if (stamp == null) await pause(PAUSE_MS);
  }
}
