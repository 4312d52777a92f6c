// A post in the editor, as tests of the desk need it.
// The editor's file is there before a test shows it.
import "../desk/screens/posts/views.ts";
import type { Desk, Notice, PostEditor, PostWords, Screen } from "../src/contract/desk.ts";
import { ME } from "./desk-phone.ts";

export const at = (time: string, day = 22) => Date.parse(`2026-11-${day}T${time}:00+04:00`);
/** A Sunday. */
export const NOW = at("13:56");

export const WORDS: PostWords = {
  title: "Five jobs",
  body: "First place.\n\nSecond place.\n",
  excerpt: "",
  meta_title: "",
  meta_description: "",
  author: "Layla Saleh",
  image: "",
  image_alt: "",
};

export const EDITOR: PostEditor = {
  id: "p1",
  slug: "five-jobs",
  state: "draft",
  published_at: null,
  number: 5,
  words: WORDS,
  format: "markdown",
  saved_at: NOW,
  up_to_date: false,
  problems: [],
  pictures: [],
  revisions: [],
  others: [],
  conflict: null,
};

export const deskOf = (screen: Screen, notice: Notice | null = null): Desk => ({
  now: NOW,
  company: "Amwaj",
  me: { ...ME, places: ["requests", "held", "posts", "numbers", "people"] },
  screen,
  notice,
});

export const editorDesk = (changes: Partial<PostEditor> = {}, notice: Notice | null = null) =>
  deskOf({ name: "post-editor", ...EDITOR, ...changes }, notice);

export const signInDesk = (): Desk => ({
  ...deskOf({
    name: "sign-in",
    nobody_yet: false,
    problem: "ended",
    next: "/desk/",
    passkeys: true,
    mail_link: false,
  }),
  me: null,
});
