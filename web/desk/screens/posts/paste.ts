// Text pasted from Word, Google Docs or a web page: the server turns it into Markdown, and the result is said in words.
import type { Pasted } from "./server.ts";

/** Elements that plain text doesn't have. */
const RICH =
  /<(h[1-6]|b|strong|i|em|s|strike|del|a|su[bp]|[ou]l|li|table|blockquote|pre|code|hr|img|iframe)[\s/>]/i;
/** Styles that say the same. */
const STYLED =
  /(font-weight:\s*(bold|[6-9]00)|font-style:\s*italic|line-through|vertical-align:\s*su[bp]|mso-list:\s*l)/i;

export const isRich = (html: string) => RICH.test(html) || STYLED.test(html);

const NOUNS = [
  ["headings", "heading", "headings"],
  ["tables", "table", "tables"],
  ["lists", "list", "lists"],
  ["links", "link", "links"],
  ["pictures", "picture", "pictures"],
] as const;

/** `Colours, fonts and sizes`. */
export function listed(words: string[]): string {
  const last = words.at(-1) ?? "";
  const list = words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
  return list.charAt(0).toUpperCase() + list.slice(1);
}

/** `Pasted: 3 headings, 1 table. Colours and fonts were left out.` */
export function pastedWords(pasted: Pasted): string {
  const parts = NOUNS.flatMap(([name, one, many]) => {
    const count = pasted[name];
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  const what = parts.length > 0 ? `Pasted: ${parts.join(", ")}.` : "Pasted.";
  const dropped = new Set(["colours", "fonts", ...pasted.dropped]);
  return `${what} ${listed([...dropped])} were left out.`;
}
