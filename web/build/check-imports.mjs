// Checks the direction of imports: a folder may import from itself and from the folders below it, never from above. And
// that the site uses nothing of React that lean-react.ts leaves out.
// Biome's noImportCycles finds circles between files.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** From the top down. Parts on the same line must not import each other. */
const SITE = [
  ["boot.ts"],
  ["entry-client.tsx", "entry-server.tsx"],
  ["served-head.tsx", "first-screen.ts", "graph"],
  ["hydration-data.ts"],
  ["app.tsx"],
  ["document.tsx", "navigation"],
  ["pages"],
  ["blog"],
  ["shell", "sections"],
  ["request-form"],
  ["ui"],
  ["browser", "styles", "routes.ts", "measures.ts", "contract"],
];

/** The staff's side. It borrows little from the site, and the site nothing from it. */
const DESK = [
  ["entry-client.tsx", "entry-server.tsx", "service-worker.ts"],
  ["app.tsx"],
  ["document.tsx", "screens", "shell.tsx"],
  ["shell"],
  ["ui"],
  ["browser", "styles"],
];
const BORROWED =
  /^src\/(contract|styles)\/|^src\/(browser\/early-input|shell\/favicon)\.ts$|^build\/desk-icons\.ts$|^\.\.\/content\/illustrations\//;

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
      const path = resolve(dirname(file), target);
      const to = partOf(path);
      const allowed =
        to === ".."
          ? borrowed?.test(relative(WEB, path.split("?")[0]))
          : from === to || layerOf(from) < layerOf(to);
      if (!allowed) yield `${name}: ${from} must not import from ${to} (${target})`;
    }
  }
}

/** Imports and properties for which React's client has no code on the site. */
const LEFT_OUT =
  /\b(Suspense|SuspenseList|Activity|ViewTransition|lazy|use|useActionState|useOptimistic|useFormStatus|preload\w*|preinit\w*|preconnect|prefetchDNS)\b/;
const FROM_REACT = /import\s*\{([^}]*)\}\s*from\s*"react(?:-dom)?"/g;
const EVENTS_LEFT_OUT = /\bon(Select|BeforeInput)(Capture)?=/;

function* leftOut() {
  for (const file of sources(join(WEB, "src"))) {
    const text = readFileSync(file, "utf8");
    const names = [...text.matchAll(FROM_REACT)].flatMap(([, list]) => list.split(","));
    const used = names.find((name) => LEFT_OUT.test(name)) ?? EVENTS_LEFT_OUT.exec(text)?.[0];
    if (used) yield `${relative(WEB, file)}: build/lean-react.ts leaves out ${used.trim()}`;
  }
}

const mistakes = [...mistakesIn("src", SITE), ...mistakesIn("desk", DESK, BORROWED), ...leftOut()];
for (const mistake of mistakes) console.error(mistake);
process.exit(mistakes.length > 0 ? 1 : 0);
