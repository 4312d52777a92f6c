// Holds the rules of the house that no compiler holds, after it has shown that each of them finds its sins.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { House } from "./tidy/house.mjs";
import { CLEAN, RULES } from "./tidy/rules.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** Grown by a generator, or data. */
const GENERATED =
  /(^|\/)(node_modules|dist|target|contract|test-results|\.git)(\/|$)|package-lock\.json$/;

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/check/tidy.mjs    lists what breaks a rule of the house; exit 1 if anything does",
  );
  process.exit(0);
}

/** @param {string} folder @returns {string[]} paths below the root */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (GENERATED.test(path)) return [];
    return statSync(join(ROOT, path)).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Rules that find a fault where there is none, or don't find a sin. */
function blind() {
  const clean = new House(CLEAN);
  return RULES.flatMap(({ name, complaints, sins }) => {
    const found = complaints(clean).map(
      (said) => `the rule "${name}" finds what is no sin: ${said}`,
    );
    const missed = sins
      .filter((sin) => !complaints(new House(new Map([...CLEAN, ...Object.entries(sin)]))).length)
      .map((sin) => `the rule "${name}" is blind to a sin in ${Object.keys(sin).join(", ")}`);
    return [...found, ...missed];
  });
}

const paths = ["crates", "tests", "web", "e2e", "scripts", "bench"].flatMap(filesBelow);
const texts = paths.filter((path) => /\.(rs|mjs|tsx?|css|sh|py|lua)$/.test(path));
const house = new House(
  new Map(texts.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])),
);
const complaints = [...blind(), ...RULES.flatMap((rule) => rule.complaints(house))];
for (const complaint of complaints) console.log(complaint);
console.log(
  complaints.length
    ? `${complaints.length} rules of the house are broken`
    : `${house.sources.length} Rust files keep the rules of the house.`,
);
process.exit(complaints.length ? 1 : 0);
