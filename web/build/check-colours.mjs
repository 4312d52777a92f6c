// Checks that colours are design tokens: no raw colour in any style sheet or script except styles/tokens.css and the
// desk's roles of colour, light and dark, and no var(--color-…) without a token. styles/colours.ts may repeat tokens, with
// the same values.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const TOKENS = "src/styles/tokens.css";
const ROLES = "desk/styles/roles.css";
const COPIES = "src/styles/colours.ts";
const GENERATED = /^src\/contract\//;

const RAW =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^)]*\)?/gi;
const NAMED =
  /(?<![\w."-])(?:black|silver|gr[ae]y|white|maroon|red|purple|fuchsia|green|lime|olive|yellow|navy|blue|teal|aqua|orange|pink|gold|brown|cyan|magenta)(?![\w-])/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*/g;

const read = (file) => readFileSync(join(WEB, file), "utf8");
const withoutComments = (text) =>
  text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " "));
const lineOf = (text, index) => text.slice(0, index).split("\n").length;

const tokens = new Map(
  [...read(TOKENS).matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);

function* mistakesIn(file) {
  const text = withoutComments(read(file));
  const raw = [...text.matchAll(RAW), ...(file.endsWith(".css") ? text.matchAll(NAMED) : [])];
  for (const { 0: colour, index } of raw)
    yield `${file}:${lineOf(text, index)}: raw colour ${colour}; name it in ${TOKENS}`;
  for (const { 1: name, index } of text.matchAll(/var\(--color-([\w-]+)/g))
    if (!tokens.has(name)) yield `${file}:${lineOf(text, index)}: ${TOKENS} has no --color-${name}`;
}

function* mistakesInCopies() {
  for (const [, name, value] of read(COPIES).matchAll(/const (\w+) = "(#[^"]+)"/g))
    if (tokens.get(name.toLowerCase()) !== value)
      yield `${COPIES}: ${name} is ${value}, but --color-${name.toLowerCase()} is ${tokens.get(name.toLowerCase())}`;
}

const files = ["src", "desk", "ui"]
  .flatMap((tree) =>
    readdirSync(join(WEB, tree), { recursive: true }).map((file) => join(tree, String(file))),
  )
  .filter((file) => /\.(css|tsx?)$/.test(file) && !GENERATED.test(file))
  .filter((file) => ![TOKENS, ROLES, COPIES].includes(file));
const mistakes = [...files.flatMap((file) => [...mistakesIn(file)]), ...mistakesInCopies()];
for (const mistake of mistakes) console.error(mistake);
process.exit(mistakes.length > 0 ? 1 : 0);
