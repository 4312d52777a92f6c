// An icon from the icon sheet. It is decorative: the words beside it or a label carry the meaning.
import drawings, { address } from "icon-sheet";
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
  | "info"
  | "map"
  | "menu"
  | "minus"
  | "star"
  | "whatsapp";

export type IconName = ContentIcon | Network | OwnIcon;

/** Icons that are mirrored in right-to-left text. */
const DIRECTED: ReadonlySet<IconName> = new Set(["arrow-left", "arrow-right"]);

/** The icons of the document that the server is rendering. */
const used = new Set<string>();

export function Icon({ name, className }: { name: IconName; className?: string }) {
  if (import.meta.env.SSR) used.add(name);
  const classes = ["i", DIRECTED.has(name) && "i--dir", className].filter(Boolean).join(" ");
  return (
    <svg className={classes} width="20" height="20" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

const SHEET = "icon-sheet";
const SYMBOL = /<symbol id="i-([\w-]+)".*?<\/symbol>/g;

const inDocument = import.meta.env.SSR ? "" : (document.getElementById(SHEET)?.innerHTML ?? "");

/** The drawings of the icons that were rendered since the last call. */
function drawUsed(): string {
  const sheet = drawings.replace(SYMBOL, (symbol, name) => (used.has(name) ? symbol : ""));
  used.clear();
  return sheet;
}

/**
 * The sheet itself, once per document and after all icons: inline, so that icons need no further request. It has what
 * the document shows; the browser fetches the rest with `completeIcons`.
 */
export function IconSheet() {
  const sheet = import.meta.env.SSR ? drawUsed() : inDocument;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons, assembled at build time
    <div id={SHEET} hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheet }} />
  );
}

/** Fetches the icons that a click inside the site, or the answer to a form, may show. */
export async function completeIcons(): Promise<void> {
  const response = await fetch(address);
  const sheet = document.getElementById(SHEET);
  if (response.ok && sheet) sheet.innerHTML = await response.text();
}

/** An icon on a small coloured tile. */
export function Tile({ name, look }: { name: IconName; look?: "chat" | "plain" }) {
  return (
    <span className={look ? `tile tile--${look}` : "tile"}>
      <Icon name={name} />
    </span>
  );
}
