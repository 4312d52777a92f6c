// The number of the request that the server failed at: whoever calls about it leads staff to the line in the log.
import { fill } from "../../ui/fill.ts";
import { useSite } from "./site.tsx";

export function RequestId({ id }: { id: string | null | undefined }) {
  const words = useSite().words.error.number;
  return id && words ? <p>{fill(words, { number: id })}</p> : null;
}
