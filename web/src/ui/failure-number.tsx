// The number of the request that the server failed at: whoever calls about it leads staff to the line in the log.
import { fill } from "./fill.ts";
import { useSite } from "./site.tsx";

export function FailureNumber({ number }: { number: string | null | undefined }) {
  const words = useSite().words.error.number;
  return number && words ? <p>{fill(words, { number })}</p> : null;
}
