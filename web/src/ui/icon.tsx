// An icon from the icon sheet. It is decorative: the words beside it or a label carry the meaning.
import drawings from "icon-sheet";
import type { Icon as ContentIcon, Network } from "../contract/content.ts";

type OwnIcon =
  | "alert"
  | "arrow-left"
  | "arrow-right"
  | "busy"
  | "check"
  | "chevron-down"
  | "close"
  | "done"
  | "map"
  | "menu"
  | "minus"
  | "star"
  | "whatsapp";

export type IconName = ContentIcon | Network | OwnIcon;

/** Icons that are mirrored in right-to-left text. */
const DIRECTED: ReadonlySet<IconName> = new Set(["arrow-left", "arrow-right"]);

export function Icon({ name, className }: { name: IconName; className?: string }) {
  const classes = ["i", DIRECTED.has(name) && "i--dir", className].filter(Boolean).join(" ");
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

const SHEET = "icon-sheet";

/** Only the server's bundle contains the sheet; the browser reuses the one in the document. */
const sheet = import.meta.env.SSR ? drawings : (document.getElementById(SHEET)?.innerHTML ?? "");

/** The sheet itself, once per document: inline, so that icons need no further request. */
export function IconSheet() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons, assembled at build time
    <div id={SHEET} hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheet }} />
  );
}

/** An icon on a small coloured tile. */
export function Tile({ name, look }: { name: IconName; look?: "chat" | "plain" }) {
  return (
    <span className={look ? `tile tile--${look}` : "tile"}>
      <Icon name={name} />
    </span>
  );
}
