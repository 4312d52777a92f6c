// Draws the icon sheet: the symbols that stand once in every document, each used as <use href="#i-name">.
// Line icons come from Lucide, the marks of other companies from Simple Icons.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/** Names on the sheet, and the Lucide file where it is called something else. */
export const LINE_ICONS = {
  "air-vent": "air-vent",
  droplets: "droplets",
  zap: "zap",
  hammer: "hammer",
  "paint-roller": "paint-roller",
  house: "house",
  "building-2": "building-2",
  "calendar-check": "calendar-check",
  phone: "phone",
  mail: "mail",
  map: "map",
  "map-pin": "map-pin",
  clock: "clock",
  "shield-check": "shield-check",
  wrench: "wrench",
  receipt: "receipt",
  key: "key",
  user: "user",
  close: "x",
  menu: "menu",
  "chevron-down": "chevron-down",
  "arrow-left": "arrow-left",
  "arrow-right": "arrow-right",
  check: "check",
  minus: "minus",
  star: "star",
  done: "circle-check",
  alert: "circle-alert",
  busy: "loader-circle",
} as const;

export const MARKS = ["whatsapp", "instagram", "facebook"] as const;

/** The drawing inside an icon file, without its frame, comments and line breaks. */
function drawing(library: string, name: string): string {
  const file = readFileSync(resolve(`${library}/icons/${name}.svg`), "utf8");
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(file)?.[1];
  if (!inner) throw new Error(`${name}.svg holds no drawing`);
  return inner
    .replace(/<title>.*?<\/title>/, "")
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>");
}

function symbol(id: string, inner: string, attributes = ""): string {
  return `<symbol id="i-${id}" viewBox="0 0 24 24"${attributes}>${inner}</symbol>`;
}

/** One SVG of every symbol. */
export function drawIconSheet(): string {
  const lines = Object.entries(LINE_ICONS).map(([id, file]) =>
    symbol(id, drawing("lucide-static", file)),
  );
  const filled = MARKS.map((id) =>
    symbol(id, drawing("simple-icons", id), ' fill="currentColor" stroke="none"'),
  );
  return `<svg>${[...lines, ...filled].join("")}</svg>`;
}

/** Gives the sheet to whoever imports `icon-sheet`. */
export function iconSheet(): Plugin {
  return {
    name: "icon-sheet",
    resolveId: (id) => (id === "icon-sheet" ? "\0icon-sheet" : null),
    load: (id) =>
      id === "\0icon-sheet" ? `export default ${JSON.stringify(drawIconSheet())};` : null,
  };
}
