// The key that does the same as the button it stands in. Only where keys work: with scripts.
import { useScripts } from "./scripts.ts";

export function Kbd({ name }: { name: string }) {
  return useScripts() ? (
    <span className="kbd" aria-hidden="true">
      {name}
    </span>
  ) : null;
}
