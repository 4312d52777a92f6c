// Checks the direction of imports: a folder may import from itself and from the folders below it, never from above.
// Biome's noImportCycles finds circles between files.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** From the top down. Parts on the same line must not import each other. */
const LAYERS = [
  ["boot.ts"],
  ["entry-client.tsx", "entry-server.tsx"],
  ["graph"],
  ["app.tsx"],
  ["document.tsx", "navigation"],
  ["pages"],
  ["blog"],
  ["shell", "sections"],
  ["request-form"],
  ["ui"],
  ["browser", "styles", "routes.ts", "measures.ts", "contract"],
];

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

const partOf = (file) => relative(SRC, file).split("/")[0];
const layerOf = (part) => LAYERS.findIndex((parts) => parts.includes(part));

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts")) yield path;
  }
}

const mistakes = [];
for (const file of sources(SRC)) {
  const from = partOf(file);
  if (layerOf(from) < 0) mistakes.push(`${relative(SRC, file)}: "${from}" is missing in LAYERS`);
  for (const [, target] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const to = partOf(resolve(dirname(file), target));
    const allowed = from === to || layerOf(from) < layerOf(to);
    if (!allowed)
      mistakes.push(`${relative(SRC, file)}: ${from} must not import from ${to} (${target})`);
  }
}
for (const mistake of mistakes) console.error(mistake);
process.exit(mistakes.length > 0 ? 1 : 0);
