// Vite plugin: `import … from "icon-sheet"` gives an SVG sprite, which every document contains once; icons use it as
// <use href="#i-name">. The icons are Lucide's, except the logos of other companies.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/** The icons' names on the sheet, and their Lucide files. */
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
  info: "info",
  busy: "loader-circle",
} as const;

/** Logos of other companies, redrawn in the same style: the originals would add 1.5 kB to every page. */
const MARKS = {
  whatsapp:
    '<path d="M1.5 22.5 3 17a10.5 10.5 0 1 1 4 4z"/><path fill="currentColor" stroke-width="1" d="M7.2 8.5q0-1.5 1.5-1.5h.7l1.1 2.7-1.2 1.3a6 6 0 0 0 3.7 3.7l1.3-1.2 2.7 1.1v.7q0 1.5-1.5 1.5-8.3-.5-8.3-8.3z"/>',
  instagram:
    '<rect width="19" height="19" x="2.5" y="2.5" rx="5.5"/><circle cx="12" cy="12" r="4.2"/><path d="M17 7h.01"/>',
  facebook:
    '<path d="M17.5 2.5h-3A4.5 4.5 0 0 0 10 7v3H7v4h3v7.5h4V14h2.8l.9-4H14V7.4a.9.9 0 0 1 .9-.9h2.6z"/>',
} as const;

/** The content of a Lucide file's <svg>, without comments and line breaks. */
function drawing(name: string): string {
  const file = readFileSync(resolve(`lucide-static/icons/${name}.svg`), "utf8");
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(file)?.[1];
  if (!inner) throw new Error(`${name}.svg has no <svg>`);
  return inner.replace(/\s*\n\s*/g, "").replaceAll(" />", "/>");
}

/** One SVG with all symbols: icons by their names and Lucide files, then the logos. */
export function drawIconSheet(icons: Record<string, string> = LINE_ICONS): string {
  const lines = Object.entries(icons).map(([id, file]) => [id, drawing(file)]);
  const symbols = [...lines, ...Object.entries(MARKS)].map(
    ([id, inner]) => `<symbol id="i-${id}" viewBox="0 0 24 24">${inner}</symbol>`,
  );
  return `<svg>${symbols.join("")}</svg>`;
}

/**
 * Resolves the import `icon-sheet`: the drawings, which documents contain, and the address of a file with the same for
 * what a document turns out to need later.
 */
export function iconSheet(): Plugin {
  return {
    name: "icon-sheet",
    resolveId: (id) => (id === "icon-sheet" ? "\0icon-sheet" : null),
    load(id) {
      if (id !== "\0icon-sheet") return null;
      const source = drawIconSheet();
      const drawings = `export default ${JSON.stringify(source)};`;
      const file = this.emitFile({ type: "asset", name: "icons.svg", source });
      return `${drawings}\nexport const address = import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
