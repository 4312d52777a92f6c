// One drawing from the icon sheet; it decorates, the words beside it or a label say what it means.
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

/** Icons that point along the line of reading, and turn with it. */
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

/** In the document that the server drew, and only there: a browser goes on with what it was sent. */
const sheet = import.meta.env.SSR ? drawings : (document.getElementById(SHEET)?.innerHTML ?? "");

/**
 * The drawings themselves, once in a document. In it rather than in a file of their own they are there with the
 * words, and nothing else waits for another connection.
 */
export function IconSheet() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings, put together at the build
    <div id={SHEET} hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheet }} />
  );
}

/** An icon on its own small ground. */
export function Tile({ name, look }: { name: IconName; look?: "chat" | "plain" }) {
  return (
    <span className={look ? `tile tile--${look}` : "tile"}>
      <Icon name={name} />
    </span>
  );
}
