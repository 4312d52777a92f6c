// What is pasted from Word, Google Docs or a web page becomes Markdown on the server, and is said in words.
import type { Pasted } from "./server.ts";

/** What plain text doesn't have. */
const RICH = /<(h[1-6]|b|strong|i|em|a|[ou]l|li|table|blockquote|img)[\s>]/i;

export const isRich = (html: string) => RICH.test(html);

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
