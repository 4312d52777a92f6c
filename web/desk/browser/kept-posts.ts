// Where this device keeps the words of posts that the server doesn't have yet. They go when somebody signs out.

/** What all names in the storage begin with. */
export const KEPT_PREFIX = "desk-post:";

/** Storage may be forbidden: then there is nothing to forget. */
export function forgetKept(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(KEPT_PREFIX)) localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
