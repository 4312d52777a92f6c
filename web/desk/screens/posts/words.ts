// An author's words: the fields of the editor's form, read and written without moving the caret.
import type { EditorField, PostWords } from "../../../src/contract/desk.ts";
import { joined, splicesOf } from "./splice.ts";

export type WordField = keyof PostWords;

export const WORD_FIELDS = [
  "title",
  "body",
  "excerpt",
  "meta_title",
  "meta_description",
  "author",
  "image",
  "image_alt",
] as const satisfies WordField[];

/** The id of the form, by which the fields and the buttons belong to it wherever they are on the screen. */
export const POST_FORM = "post";

/** The form itself, while the editor is on the screen. */
export const postForm = () => document.getElementById(POST_FORM) as HTMLFormElement;

export const FIELD_NAMES: Record<EditorField, string> = {
  title: "Title",
  body: "Text",
  excerpt: "What lists say",
  meta_title: "Title in search results",
  meta_description: "What search results say",
  author: "Author",
  image: "Picture at the top",
  image_alt: "What that picture shows",
  slug: "Address",
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldOf = (form: HTMLFormElement, name: WordField) =>
  form.elements.namedItem(name) as Field | null;

const eachField = (value: (name: WordField) => string) =>
  Object.fromEntries(WORD_FIELDS.map((name) => [name, value(name)])) as PostWords;

export const readWords = (form: HTMLFormElement): PostWords =>
  eachField((name) => fieldOf(form, name)?.value ?? "");

/** Only what differs is replaced, so that the caret stays at its word. */
function writeField(field: Field, text: string): void {
  if (field.value === text) return;
  if (field instanceof HTMLSelectElement) {
    // A picture that a colleague has just added isn't among the options yet.
    if (![...field.options].some(({ value }) => value === text)) field.add(new Option(text));
    field.value = text;
    return;
  }
  for (const { from, to, insert } of splicesOf(field.value, text).reverse())
    field.setRangeText(insert, from, to, "preserve");
}

export function writeWords(form: HTMLFormElement, words: PostWords): void {
  for (const name of WORD_FIELDS) {
    const field = fieldOf(form, name);
    if (field) writeField(field, words[name]);
  }
}

const withPlainLineEnds = (text: string) => text.replaceAll("\r\n", "\n");

/** The server keeps no spaces at the ends of fields of one line: they are no difference, and whoever pauses keeps them. */
const isSame = (name: WordField, one: PostWords, other: PostWords) =>
  name === "body"
    ? withPlainLineEnds(one.body) === withPlainLineEnds(other.body)
    : one[name].trim() === other[name].trim();

export const areSame = (one: PostWords, other: PostWords) =>
  WORD_FIELDS.every((name) => isSame(name, one, other));

/**
 * The words `sent`, with later typing (`local`) and the server's changes (`merged`); nothing where both changed the
 * same place.
 */
export function rebased(sent: PostWords, local: PostWords, merged: PostWords): PostWords | null {
  const texts = WORD_FIELDS.map((name) =>
    isSame(name, sent, merged)
      ? local[name]
      : joined(sent[name], local[name], withPlainLineEnds(merged[name])),
  );
  if (texts.includes(null)) return null;
  return eachField((name) => texts[WORD_FIELDS.indexOf(name)] ?? "");
}
