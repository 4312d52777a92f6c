// Checks the direction of imports: a folder may import from itself and from the folders below it, never from above.
// Biome's noImportCycles finds circles between files.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** From the top down. Parts on the same line must not import each other. */
const SITE = [
  ["boot.ts"],
  ["entry-client.tsx", "entry-server.tsx"],
  ["served-head.tsx", "first-screen", "graph"],
  ["hydration-data.ts"],
  ["app.tsx"],
  ["document.tsx", "navigation"],
  ["pages"],
  ["blog"],
  ["shell", "sections"],
  ["request-form"],
  ["ui"],
  ["browser", "styles", "early.js", "routes.ts", "measures.ts", "contract"],
];

/** What the site and the desk share knows neither. */
const SHARED = [["double-click.ts", "dubai.ts", "fill.ts", "number.ts"]];

/** The staff's side. It borrows little from the site, and the site nothing from it. */
const DESK = [
  ["entry.tsx", "service-worker.ts"],
  ["worker"],
  ["app.tsx"],
  ["screens", "shell.tsx"],
  ["shell"],
  ["ui"],
  ["browser", "styles"],
];
const BORROWED =
  /^ui\/|^src\/(contract|styles)\/|^src\/shell\/favicon\.ts$|^build\/desk-icons\.ts$|^\.\.\/content\/illustrations\//;

const WEB = fileURLToPath(new URL("..", import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.d\.ts$|^vite\.config/.test(entry.name)) yield path;
  }
}

function* mistakesIn(tree, layers, borrowed) {
  const root = join(WEB, tree);
  const partOf = (file) => relative(root, file).split("/")[0];
  const layerOf = (part) => layers.findIndex((parts) => parts.includes(part));
  for (const file of sources(root)) {
    const [from, name] = [partOf(file), relative(WEB, file)];
    if (layerOf(from) < 0) yield `${name}: "${from}" is missing in the layers of ${tree}`;
    for (const [, target] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const path = resolve(dirname(file), target.split("?")[0]);
      const to = partOf(path);
      const allowed =
        to === ".."
          ? borrowed?.test(relative(WEB, path))
          : from === to || layerOf(from) < layerOf(to);
      if (!allowed) yield `${name}: ${from} must not import from ${to} (${target})`;
    }
  }
}

const mistakes = [
  ...mistakesIn("ui", SHARED),
  ...mistakesIn("src", SITE, /^ui\//),
  ...mistakesIn("desk", DESK, BORROWED),
];
for (const mistake of mistakes) console.error(mistake);
process.exit(mistakes.length > 0 ? 1 : 0);
