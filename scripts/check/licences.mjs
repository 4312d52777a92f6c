// Writes the licences of everything that the binary carries: Rust crates, what the pages' bundle is made of, fonts and
// icons. `amwaj licences` prints the file.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { crates, fromNpm } from "./parts.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const FILE = join(ROOT, "crates/amwaj/licences.txt");
/** Where an author offers several licences we take the first of these that is among them. */
const PREFERRED = ["MIT", "ISC", "BSD", "Zlib", "Apache", "MPL", "Unicode", "CDLA", "OFL"];

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(
    "node scripts/check/licences.mjs [--check]    writes crates/amwaj/licences.txt, or says whether it is up to date",
  );
  process.exit(0);
}

/** The texts of a part's licence; of several that it offers, one. @param {import("./parts.mjs").Part} part @returns {string[]} */
function texts({ folder, licence }) {
  const files = readdirSync(folder)
    .filter(
      (name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name) && !/\.(rs|toml)$/.test(name),
    )
    .toSorted();
  const read = (/** @type {string} */ name) =>
    readFileSync(join(folder, name), "utf8").replace(/\r/g, "").trim();
  const flat = files.filter((name) => statSync(join(folder, name)).isFile());
  if (!/ OR |\//.test(licence)) return flat.map(read);
  const chosen = PREFERRED.find(
    (one) =>
      licence.includes(one) && flat.some((name) => name.toUpperCase().includes(one.toUpperCase())),
  );
  return (
    chosen
      ? flat.filter((name) => name.toUpperCase().includes(chosen.toUpperCase()))
      : flat.slice(0, 1)
  ).map(read);
}

const parts = [...crates(), ...fromNpm()].toSorted(
  (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version),
);
const list = parts.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join("\n");
const head = `What this program is made of besides Amwaj's own code, and under which licences.\n\n${list}\n`;

if (words.includes("--check")) {
  const now = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
  if (!now.startsWith(`${head}\n`)) {
    console.error(
      "crates/amwaj/licences.txt is not up to date: run `make licences` and check it in.",
    );
    process.exit(1);
  }
  process.exit(0);
}

/** @type {Map<string, string[]>} */
const users = new Map();
for (const part of parts)
  for (const text of texts(part))
    users.set(text, [...(users.get(text) ?? []), `${part.name} ${part.version}`]);
for (const name of readdirSync(join(ROOT, "web/licences")).toSorted())
  users.set(readFileSync(join(ROOT, "web/licences", name), "utf8").trim(), [
    name.replace(/\.[a-z]+$/, ""),
  ]);
const blocks = [...users].map(
  ([text, names]) => `${"=".repeat(80)}\n${names.join(", ")}\n${"=".repeat(80)}\n\n${text}\n`,
);
writeFileSync(FILE, `${head}\n${blocks.join("\n")}`);
console.log(`${parts.length} parts, ${users.size} texts, in crates/amwaj/licences.txt`);
