// Features of CSS and JavaScript with the first browsers that have them, for browsers.test.ts, and the places that get on
// without them.

/** The first versions with a feature: Chrome and Edge, Firefox, Safari. `null`: none has it. */
type Since = { chrome: number; firefox: number | null; safari: number | null };
export type Feature = {
  name: string;
  since: Since;
  /** What a rule, an at-rule, a declaration or a call is found by. */
  found: RegExp;
  /** An `@supports` around it that asks for it. */
  asked?: RegExp;
  /** Where its absence costs a detail only, with the reason. */
  spared?: [RegExp, string][];
};

/** By the text of a selector. */
export const SELECTORS: Feature[] = [
  {
    name: ":has()",
    since: { chrome: 105, firefox: 121, safari: 15.4 },
    found: /:has\(/,
    asked: /^selector\(:has\(/,
    spared: [
      [/:has\([^)]*a:focus-visible\)/, "the link's own outline instead of its card's"],
      [/^\.svc:has\(\.svc__body--link\)/, "cards on phones have larger pictures"],
      [/^\.way:has\(b ?\+ ?small\)$/, "the icon is centred"],
      [/^\.incl:has\(>:nth-child\(3\):last-child\)$/, "two in a row"],
      [/^html:has\(\.subnav\)$/, "a jump ends a little higher"],
      [/^:root:has\(\.menu:is\(\[open\],:target\)\)$/, "the page behind the menu scrolls"],
    ],
  },
  {
    name: ":popover-open",
    since: { chrome: 114, firefox: 125, safari: 17 },
    found: /:popover-open/,
    spared: [[/^\.sched:popover-open$/, "without it the panel is a part of the page"]],
  },
  {
    name: "::details-content",
    since: { chrome: 131, firefox: 143, safari: 18.4 },
    found: /::details-content/,
    asked: /interpolate-size/,
    spared: [[/^(\.issues )?\.fold(\[open\]|--phone)?::details-content$/, "alone in its rule"]],
  },
  { name: ":dir()", since: { chrome: 120, firefox: 49, safari: 16.4 }, found: /:dir\(/ },
  {
    name: ":user-valid",
    since: { chrome: 119, firefox: 88, safari: 16.5 },
    found: /:user-(in)?valid/,
  },
  {
    name: ":nth-child(of)",
    since: { chrome: 111, firefox: 113, safari: 9 },
    found: /:nth-(last-)?child\([^)]* of /,
  },
  { name: ":state()", since: { chrome: 125, firefox: 126, safari: 17.4 }, found: /:state\(/ },
  { name: "nesting", since: { chrome: 120, firefox: 117, safari: 17.2 }, found: /&/ },
];

/** By the text of an at-rule. */
export const AT_RULES: Feature[] = [
  { name: "@layer", since: { chrome: 99, firefox: 97, safari: 15.4 }, found: /^@layer/ },
  {
    name: "@property",
    since: { chrome: 85, firefox: 128, safari: 16.4 },
    found: /^@property/,
    spared: [[/--fade-(start|end)$/, "the row of links has no fades, or fixed ones"]],
  },
  {
    name: "media range syntax",
    since: { chrome: 104, firefox: 63, safari: 16.4 },
    found: /^@media.*[<>=]/,
  },
  { name: "@container", since: { chrome: 105, firefox: 110, safari: 16 }, found: /^@container/ },
  { name: "@scope", since: { chrome: 118, firefox: 146, safari: 17.4 }, found: /^@scope/ },
  {
    name: "@starting-style",
    since: { chrome: 117, firefox: 129, safari: 17.5 },
    found: /^@starting-style/,
  },
  { name: "@function", since: { chrome: 139, firefox: null, safari: null }, found: /^@function/ },
];

/** By `selector { property:value`; a declaration of the same property before it is a fallback, unless it has `var()`. */
export const VALUES: Feature[] = [
  {
    name: "color-mix()",
    since: { chrome: 111, firefox: 113, safari: 16.2 },
    found: /color-mix\(/,
    asked: /color-mix\(/,
    spared: [[/^\.boat\S* {/, "a drawing"]],
  },
  {
    name: "dvh, svh, lvh",
    since: { chrome: 108, firefox: 101, safari: 15.4 },
    found: /[\d.](dv|sv|lv)(h|w|b|i|min|max)\b/,
    spared: [[/^body {min-block-size/, "a short page ends before the screen does"]],
  },
  {
    name: "subgrid",
    since: { chrome: 117, firefox: 71, safari: 16 },
    found: /:subgrid/,
    spared: [[/^\.foot__contact {/, "contacts in one column"]],
  },
  {
    name: "overflow: clip",
    since: { chrome: 90, firefox: 81, safari: 16 },
    found: /overflow\S*:clip/,
    asked: /interpolate-size/,
  },
  {
    name: "oklch(), lab()",
    since: { chrome: 111, firefox: 113, safari: 15.4 },
    found: /\b(ok)?l(ab|ch)\(/,
  },
  {
    name: "light-dark()",
    since: { chrome: 123, firefox: 120, safari: 17.5 },
    found: /light-dark\(/,
  },
  {
    name: "relative colours",
    since: { chrome: 119, firefox: 128, safari: 16.4 },
    found: /\((from) /,
  },
  {
    name: "cqi",
    since: { chrome: 105, firefox: 110, safari: 16 },
    found: /[\d.]cq(i|b|w|h|min|max)\b/,
  },
  {
    name: "round()",
    since: { chrome: 125, firefox: 118, safari: 15.4 },
    found: /\b(round|mod|rem)\(/,
  },
  {
    name: "translate, rotate, scale",
    since: { chrome: 104, firefox: 72, safari: 14.1 },
    found: /{(translate|rotate|scale):/,
  },
  {
    name: "anchor()",
    since: { chrome: 125, firefox: 147, safari: 26 },
    found: /\banchor(-size)?\(|{anchor-name:/,
  },
  { name: "if()", since: { chrome: 137, firefox: null, safari: null }, found: /[:, ]if\(/ },
];

/** By calls in our own scripts; `?.(` is a guard. */
export const CALLS: Feature[] = [
  {
    name: "findLast",
    since: { chrome: 97, firefox: 104, safari: 15.4 },
    found: /\.findLast(Index)?\(/,
  },
  {
    name: "toSorted",
    since: { chrome: 110, firefox: 115, safari: 16 },
    found: /\.to(Sorted|Reversed|Spliced)\(/,
  },
  {
    name: "structuredClone",
    since: { chrome: 98, firefox: 94, safari: 15.4 },
    found: /\bstructuredClone\(/,
  },
  {
    name: "AbortSignal.timeout",
    since: { chrome: 103, firefox: 100, safari: 16 },
    found: /AbortSignal\.timeout\(/,
  },
  {
    name: "AbortSignal.any",
    since: { chrome: 116, firefox: 124, safari: 17.4 },
    found: /AbortSignal\.any\(/,
  },
  {
    name: "Object.groupBy",
    since: { chrome: 117, firefox: 119, safari: 17.4 },
    found: /\.groupBy\(/,
  },
  {
    name: "Promise.withResolvers",
    since: { chrome: 119, firefox: 121, safari: 17.4 },
    found: /\.withResolvers\(/,
  },
  {
    name: "Promise.try",
    since: { chrome: 128, firefox: 134, safari: 18.2 },
    found: /Promise\.try\(/,
  },
  {
    name: "Array.fromAsync",
    since: { chrome: 121, firefox: 115, safari: 16.4 },
    found: /\.fromAsync\(/,
  },
  {
    name: "URL.canParse",
    since: { chrome: 120, firefox: 115, safari: 17 },
    found: /URL\.(canParse|parse)\(/,
  },
  {
    name: "requestSubmit",
    since: { chrome: 76, firefox: 75, safari: 16 },
    found: /\.requestSubmit\(/,
  },
  {
    name: "requestIdleCallback",
    since: { chrome: 47, firefox: 55, safari: null },
    found: /\brequestIdleCallback\(/,
  },
  {
    name: "scheduler",
    since: { chrome: 129, firefox: 142, safari: null },
    found: /\bscheduler\.(yield|postTask)\(/,
  },
  {
    name: "view transitions",
    since: { chrome: 111, firefox: 144, safari: 18 },
    found: /\.startViewTransition\(/,
  },
  {
    name: "popover",
    since: { chrome: 114, firefox: 125, safari: 17 },
    found: /\.(show|hide|toggle)Popover\(/,
  },
  {
    name: "checkVisibility",
    since: { chrome: 105, firefox: 106, safari: 17.4 },
    found: /\.checkVisibility\(/,
  },
  {
    name: "sets",
    since: { chrome: 122, firefox: 127, safari: 17 },
    found: /\.(isSubsetOf|isSupersetOf|symmetricDifference|isDisjointFrom)\(/,
  },
  {
    name: "isWellFormed",
    since: { chrome: 111, firefox: 119, safari: 16.4 },
    found: /\.(isWellFormed|toWellFormed)\(/,
  },
];
