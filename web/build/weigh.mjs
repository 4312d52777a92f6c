// Weighs what a visitor of the home page loads, in brotli, against the budget.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const CLIENT = fileURLToPath(new URL("../dist/client/", import.meta.url));
const BUDGET_KB = { js: 78, css: 12, woff2: 50 };
const NAMES = { js: "JavaScript", css: "CSS", woff2: "Fonts" };

const manifest = JSON.parse(readFileSync(`${CLIENT}.vite/manifest.json`, "utf8"));

function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [], dynamicImports = [], assets = [] } = manifest[key];
  const latin = assets.filter((asset) => asset.includes("-latin-"));
  const below = [...imports, ...dynamicImports].flatMap((name) => filesOf(name, seen));
  return [file, ...css, ...latin, ...below];
}

function weight(file) {
  const bytes = readFileSync(CLIENT + file);
  if (file.endsWith(".woff2")) return bytes.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(bytes, { params }).length;
}

const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(6);
const totals = { js: 0, css: 0, woff2: 0 };
for (const file of new Set(filesOf("src/boot.ts"))) {
  const bytes = weight(file);
  totals[file.split(".").pop()] += bytes;
  console.log(`${kb(bytes)} kB  ${file}`);
}
let over = false;
for (const [kind, total] of Object.entries(totals)) {
  const budget = BUDGET_KB[kind];
  over ||= total > budget * 1000;
  console.log(`${kb(total)} kB of ${budget}  ${NAMES[kind]}`);
}
process.exit(over ? 1 : 0);
