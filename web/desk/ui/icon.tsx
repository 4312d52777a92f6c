// An icon from the icon sheet. It is decorative: the words beside it or a label carry the meaning.
import drawings from "icon-sheet";
import type { DESK_ICONS } from "../../build/desk-icons.ts";

export type IconName = keyof typeof DESK_ICONS | "whatsapp";

/** Icons that are mirrored in right-to-left text. */
const DIRECTED: ReadonlySet<IconName> = new Set(["left", "right", "arrow"]);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={DIRECTED.has(name) ? "i i--dir" : "i"} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

const SHEET = "icon-sheet";

/** Only the server's bundle contains the sheet; the browser reuses the one in the document. */
const sheet = import.meta.env.SSR ? drawings : (document.getElementById(SHEET)?.innerHTML ?? "");

/** The sheet itself, once per document. */
export function IconSheet() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons, assembled at build time
    <div id={SHEET} hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheet }} />
  );
}
