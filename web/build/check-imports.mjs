// Checks the direction of imports: a folder may know itself and what stands below it, never above.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** From the top down. Parts of one line do not know each other. */
const LAYERS = [
  ["boot.ts"],
  ["entry-client.tsx", "entry-server.tsx"],
  ["app.tsx"],
  ["document.tsx", "navigation"],
  ["routes.ts", "share-picture.tsx"],
  ["pages"],
  ["blog"],
  ["shell", "sections"],
  ["request-form"],
  ["ui"],
  ["browser", "styles", "measures.ts", "contract"],
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
  if (layerOf(from) < 0) mistakes.push(`${relative(SRC, file)}: "${from}" has no place in LAYERS`);
  for (const [, target] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const to = partOf(resolve(dirname(file), target));
    const allowed = from === to || layerOf(from) < layerOf(to);
    if (!allowed) mistakes.push(`${relative(SRC, file)}: ${from} must not know ${to} (${target})`);
  }
}
for (const mistake of mistakes) console.error(mistake);
process.exit(mistakes.length > 0 ? 1 : 0);
