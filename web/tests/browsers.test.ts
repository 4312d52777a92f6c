// The oldest browsers that are named can do all that the built files ask of them, or get on without it.
import { readdirSync, readFileSync } from "node:fs";
import postcss, { type AnyNode, type Container } from "postcss";
import { parseSync } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { DESK_BROWSERS, SITE_BROWSERS } from "../build/oldest-browsers.ts";
import { AT_RULES, CALLS, type Feature, SELECTORS, VALUES } from "./browser-features.ts";

/** Syntax newer than ES2022's, or of its age and missing in an engine, by the type of its node: the first Safari. */
const SYNTAX: Record<string, number> = { StaticBlock: 16.4, AccessorProperty: 99, Decorator: 99 };
/** Flags and groups of regular expressions, with the first Safari that has them. */
const EXPRESSIONS: [RegExp, number][] = [
  [/\(\?<[=!]/, 16.4],
  [/\(\?-?[ims]+[-:]/, 26],
];
/** React asks for what it uses before it uses it. */
const REACT = /^react-/;

function versionsOf(browsers: string[]) {
  const all = browsers.map((browser) => /^([a-z]+)([\d.]+)$/.exec(browser) ?? []);
  const least = (...names: string[]) =>
    Math.min(
      ...all.flatMap(([, name, version]) => (names.includes(name ?? "") ? Number(version) : [])),
    );
  return {
    chrome: least("chrome", "edge"),
    firefox: least("firefox"),
    safari: least("safari", "ios"),
  };
}
type Versions = ReturnType<typeof versionsOf>;

const lacks = (oldest: Versions, { since }: Feature) =>
  (Object.keys(since) as (keyof Versions)[]).some(
    (name) => oldest[name] < (since[name] ?? Number.POSITIVE_INFINITY),
  );

/** The conditions of every `@supports` around a node. */
function conditionsAround(node: AnyNode): string[] {
  const conditions: string[] = [];
  for (let at = node.parent as AnyNode | undefined; at; at = at.parent as AnyNode | undefined)
    if (at.type === "atrule" && at.name === "supports") conditions.push(at.params);
  return conditions;
}

/** Whether the same property has a plainer value before, which a browser keeps if it can read this one's not. */
function hasFallback(node: AnyNode, { found }: Feature): boolean {
  if (node.type !== "decl" || node.value.includes("var(")) return false;
  return ((node.parent as Container).nodes ?? []).some(
    (other, index, all) =>
      other.type === "decl" &&
      other.prop === node.prop &&
      index < all.indexOf(node) &&
      !found.test(`{${other.prop}:${other.value}`),
  );
}

/** What a node says to each kind of feature. */
function saidBy(node: AnyNode): [Feature[], string[]] {
  if (node.type === "rule") {
    const isFrame = node.parent?.type === "atrule" && /keyframes$/.test(node.parent.name);
    return [
      SELECTORS,
      isFrame ? [] : node.selectors.map((one) => one.replace(/\s*([>+~,])\s*/g, "$1")),
    ];
  }
  if (node.type === "atrule") return [AT_RULES, [`@${node.name} ${node.params}`]];
  if (node.type !== "decl") return [[], []];
  const owner = node.parent?.type === "rule" ? node.parent.selector : "";
  return [VALUES, [`${owner} {${node.prop}:${node.value}`]];
}

/** What old browsers lack in a style sheet. A selector that they can't read takes the others of its list with it. */
function newInStyles(css: string, oldest: Versions): string[] {
  const found: string[] = [];
  postcss.parse(css).walk((node) => {
    const [features, said] = saidBy(node);
    for (const feature of features.filter((one) => lacks(oldest, one)))
      for (const text of said) {
        const isAlone = said.every((other) => feature.found.test(other));
        const isSpared = isAlone && feature.spared?.some(([place]) => place.test(text));
        const isAsked = conditionsAround(node).some((condition) => feature.asked?.test(condition));
        if (feature.found.test(text) && !isSpared && !isAsked && !hasFallback(node, feature))
          found.push(`${feature.name}: ${text.slice(0, 120)}`);
      }
    if (node.type === "rule" && node.parent?.type === "rule")
      found.push(`nesting: ${node.selector}`);
  });
  return found;
}

/** What old browsers lack in a script: syntax, and calls of our own. */
function newInScript(file: string, code: string, oldest: Versions): string[] {
  const { program, errors } = parseSync("script.js", code);
  const found = errors.map(({ message }) => message);
  JSON.stringify(program, (key, value) => {
    if ((SYNTAX[value?.type] ?? 0) > oldest.safari) found.push(value.type);
    const pattern = key === "regex" ? value?.pattern : null;
    for (const [newer, safari] of EXPRESSIONS)
      if (pattern && newer.test(pattern) && safari > oldest.safari) found.push(`/${pattern}/`);
    if (key === "regex" && value?.flags.includes("v") && oldest.safari < 17) found.push("/…/v");
    return typeof value === "bigint" ? null : value;
  });
  const calls = REACT.test(file)
    ? []
    : CALLS.filter((call) => lacks(oldest, call) && call.found.test(code));
  return [...found, ...calls.map(({ name }) => name)];
}

/** Built files of a folder, and their texts. */
function builtIn(folder: string): [string, string][] {
  return readdirSync(folder).flatMap((file) =>
    /\.(css|js)$/.test(file) ? [[file, readFileSync(`${folder}/${file}`, "utf8")]] : [],
  );
}
const inline: { script: string; styles: string[] } = JSON.parse(
  readFileSync("dist/server/inline.json", "utf8"),
);

const SITE = builtIn("dist/client/assets");
SITE.push(["inline.js", inline.script]);
SITE.push(...inline.styles.map((css, index): [string, string] => [`inline-${index}.css`, css]));

describe.each([
  ["the site", SITE, versionsOf(SITE_BROWSERS)],
  ["the desk", builtIn("dist/desk/assets"), versionsOf(DESK_BROWSERS)],
] as const)("%s", (_, files, oldest) => {
  test.each(files)("%s asks nothing of its oldest browsers that they lack", (file, text) => {
    const found = file.endsWith(".css")
      ? newInStyles(text, oldest)
      : newInScript(file, text, oldest);
    expect(found).toEqual([]);
  });
});

test.each([
  ["@media (width>=48rem){a{color:red}}", "media range syntax"],
  ["a{& b{color:red}}", "nesting"],
  ["a{color:color-mix(in srgb,var(--a) 8%,transparent)}", "color-mix()"],
  ["b,a:has(b){display:none}", ":has()"],
  ["@property --a{syntax:'*';inherits:false}", "@property"],
  ["a{height:100dvh}", "dvh"],
  ["@container (min-width:1px){a{color:red}}", "@container"],
])("%s is found", (css, name) => {
  expect(newInStyles(css, versionsOf(SITE_BROWSERS)).join()).toContain(name);
  expect(newInStyles("@layer a{b{c:d}}", { chrome: 98, firefox: 98, safari: 15.4 })).toHaveLength(
    1,
  );
});

test.each([
  "class A{static{b()}}",
  "/(?<=a)b/.test(c)",
  "/a/v.test(b)",
  "[].toSorted()",
  "AbortSignal.timeout(1)",
])("%s is found", (code) => {
  expect(newInScript("a.js", code, versionsOf(SITE_BROWSERS))).toHaveLength(1);
});
