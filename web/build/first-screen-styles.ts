// Takes from the site's style sheets what the first screen of a page needs, so that it can travel inside documents.
import postcss, { type AtRule, type Container, type Root } from "postcss";

/**
 * What each part of first screens consists of: blocks, which are classes without what follows `__` or `--`, or single
 * classes, which are then of no other part. A document has the frame and some of the others. Few parts: each is a hash in
 * the policy of every page. `extras` has what only some pages show, and those are short.
 */
const PARTS = {
  frame:
    "wrap header nav logo alert btn btns i icon-btn float only-wide only-narrow sr num skip proof stars lead more",
  hero: "hero",
  banner: "pageban crumbs",
  extras:
    "pageban--plain pageban__strands mapbox notices g-glass sec g-white alt stack checks document contents prose posts post byline",
  article: "crumbs article byline prose",
} as const;

export type FirstScreenPart = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as FirstScreenPart[];

/** Parts with texts, which have more elements than the others. */
const WITH_TEXTS: readonly FirstScreenPart[] = ["extras", "article"];
const TEXT_ELEMENTS = /(^|[\s>+~])(h2|h3|h4|strong|dl|dd|figure)\b/;

/** States that somebody has to do something for, writing directions, and elements that no first screen has. */
const LATER_SELECTOR =
  /:(hover|active|focus|disabled|target|lang|:selection)|\[(dir=|disabled|open|data-state=open)|\.is-solid|(^|[\s>+~])(input|select|textarea|dialog|blockquote|table|summary|details|iframe|fieldset|label)\b/;
/** Of photos, which banners have none of at first. */
const FOCUS = /\[data-focus/;
const LATER_MEDIA = /print|reduced-motion|forced-colors|scripting/;
/** The font that the document preloads, and its substitute. */
const FIRST_FONTS = /-core-|local\(/;
/** The font's range too: whatever is not in the first font looks for another all the same. */
const LATER_PROPERTY =
  /^(transition|animation|scroll-|cursor|unicode-range|-moz-|-webkit-text-decoration)/;
/** Classes that are no blocks of their own. */
const MODIFIER = /^(is-off|on-dark)$/;

const listOf = (part: FirstScreenPart) => PARTS[part].split(" ");
const SINGLE = new Set(PART_NAMES.flatMap(listOf).filter((name) => /__|--/.test(name)));

function has(part: FirstScreenPart, name: string): boolean {
  return listOf(part).includes(SINGLE.has(name) ? name : name.replace(/(__|--).*/, ""));
}

/** Whether a selector is about the part. */
function isAbout(selector: string, part: FirstScreenPart): boolean {
  if (selector === ":root") return true;
  const asked = selector.replace(/:not\([^)]*\)/g, "");
  if (LATER_SELECTOR.test(asked)) return false;
  const classes = [...asked.matchAll(/\.([\w-]+)/g)];
  const names = classes.map(([, name]) => name ?? "").filter((name) => !MODIFIER.test(name));
  if (FOCUS.test(asked)) return part === "extras";
  if (names.length === 0)
    return TEXT_ELEMENTS.test(selector) ? WITH_TEXTS.includes(part) : part === "frame";
  const beside: FirstScreenPart[] = part === "frame" ? [] : ["frame", "banner"];
  return (
    names.some((name) => has(part, name)) &&
    names.every((name) => [part, ...beside].some((other) => has(other, name)))
  );
}

function keepPart(root: Root, part: FirstScreenPart): void {
  root.walkAtRules((rule) => {
    const isFont = rule.name === "font-face";
    const later = /keyframes|property/.test(rule.name) || LATER_MEDIA.test(rule.params);
    // What first screens ask for, every browser that gets modules has.
    if (rule.name === "supports") rule.replaceWith(rule.nodes ?? []);
    if (later || (isFont && !(part === "frame" && FIRST_FONTS.test(`${rule}`)))) rule.remove();
  });
  root.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => isAbout(selector, part));
    if (selectors.length) rule.selectors = selectors;
    else rule.remove();
  });
  root.walkDecls(LATER_PROPERTY, (declaration) => {
    declaration.remove();
  });
}

/** The custom properties that something in `roots` reads. */
function readIn(...roots: Root[]): Set<string> {
  const read = new Set<string>();
  for (const root of roots)
    root.walkDecls(({ value }) => {
      for (const [, name] of value.matchAll(/var\((--[\w-]+)/g)) read.add(name ?? "");
    });
  return read;
}

/** Custom properties of `:root`, the tokens, stay in the parts that read them, others wherever anything reads them. */
function dropUnused(roots: Root[]): void {
  const [frame] = roots;
  for (let dropped = true; dropped; ) {
    dropped = false;
    const anywhere = readIn(...roots);
    const inFrame = frame ? readIn(frame) : anywhere;
    for (const root of roots) {
      const here = readIn(root);
      root.walkDecls(/^--/, (declaration) => {
        const { parent, prop } = declaration;
        const isToken = (parent as Container & { selector?: string }).selector === ":root";
        if (isToken ? here.has(prop) && (root === frame || !inFrame.has(prop)) : anywhere.has(prop))
          return;
        declaration.remove();
        dropped = true;
      });
    }
  }
  for (const root of roots) removeEmpty(root);
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!("nodes" in node) || !node.nodes) return;
    removeEmpty(node as AtRule);
    if (node.nodes.length === 0) node.remove();
  });
}

/** The style sheet of each part, from the minified sheets of the site. */
export function firstScreenStyles(sheets: string): Record<FirstScreenPart, string> {
  const roots = PART_NAMES.map((part) => {
    const root = postcss.parse(sheets);
    keepPart(root, part);
    return root;
  });
  dropUnused(roots);
  const minified = (root: Root) => `${root}`.replace(/;\s*}/g, "}").replace(/}\s+/g, "}");
  return Object.fromEntries(
    PART_NAMES.map((part, at) => [part, minified(roots[at] as Root)]),
  ) as Record<FirstScreenPart, string>;
}
