// An icon from the sheet that `vite.config.ts` puts into the document. It is decorative: the words beside it or a label carry the meaning.
import type { DESK_ICONS } from "../../build/desk-icons.ts";

export type IconName = keyof typeof DESK_ICONS | "whatsapp";

/** Icons that are mirrored in right-to-left text. */
const DIRECTED: ReadonlySet<IconName> = new Set(["left", "right", "arrow"]);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={DIRECTED.has(name) ? "i i--dir" : "i"}
      width="20"
      height="20"
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}
