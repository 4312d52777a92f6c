/** Aborts after that time; `AbortSignal.timeout` is missing in browsers that work otherwise. */
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
