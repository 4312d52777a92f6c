// Joins the fields of the editor with what saves them: to the server, and to this device.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { Desk, PostEditor, PostWords } from "../../../src/contract/desk.ts";
import { useActions } from "../../ui/actions.tsx";
import { postAction } from "../../ui/addresses.ts";
import { Autosave, type Fields } from "./autosave.ts";
import { type Caret, dropWords, type KeptWords, keepWords, keptName, keptWords } from "./kept.ts";
import { postForData } from "./server.ts";
import {
  areSame,
  fieldOf,
  POST_FORM,
  readWords,
  rebased,
  WORD_FIELDS,
  type WordField,
  writeWords,
} from "./words.ts";

/** How long after the last key words are kept on the device, in milliseconds. */
const KEEP_MS = 300;

const formOf = () => document.getElementById(POST_FORM) as HTMLFormElement | null;

function caretIn(form: HTMLFormElement): Caret | null {
  const field = document.activeElement as HTMLTextAreaElement | null;
  const name = field?.name as WordField;
  if (field?.form !== form || !WORD_FIELDS.includes(name)) return null;
  return { field: name, start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
}

function placeCaret(form: HTMLFormElement, caret: Caret | null): void {
  const field = caret && fieldOf(form, caret.field);
  if (!field) return;
  field.focus({ preventScroll: field.matches(":focus") });
  if (field instanceof HTMLSelectElement) return;
  field.setSelectionRange(caret.start, caret.end);
}

/** What was typed before the scripts ran; hydration would put the server's words in its place. */
function typedBefore(): { words: PostWords; caret: Caret | null } | null {
  const form = typeof document === "undefined" ? null : formOf();
  return form && { words: readWords(form), caret: caretIn(form) };
}

/** The words to begin with, where they aren't those of the server. */
function wordsToBegin(
  { words, number }: PostEditor,
  kept: KeptWords | null,
  typed: ReturnType<typeof typedBefore>,
): KeptWords | null {
  const before = typed && !areSame(typed.words, words) ? typed : null;
  if (kept && !areSame(kept.words, words)) {
    const both = before && rebased(words, before.words, kept.words);
    return both ? { ...kept, words: both } : kept;
  }
  return before && { ...before, number };
}

type Page = {
  name: string;
  take: (answer: Desk) => void;
  setWords: (words: PostWords) => void;
  redraw: () => void;
};

/** Saves the fields of the form to the server, from the words that `begin` has or the server's own. */
function autosaveOf(
  form: HTMLFormElement,
  screen: PostEditor,
  begin: KeptWords | null,
  { name, take, setWords, redraw }: Page,
): Autosave {
  const number = begin?.number ?? screen.number;
  const saver = new Autosave(
    {
      read: () => readWords(form),
      write: (words) => {
        writeWords(form, words);
        setWords(readWords(form));
      },
      post: (fields: Fields) => postForData(postAction(screen.id, "save"), fields),
      take,
      changed: () => {
        if (saver.state === "saved") dropWords(name);
        redraw();
      },
    },
    { number, words: number === screen.number ? screen.words : null },
  );
  return saver;
}

/** Calls whenever the page is left, looked at again, or back online; until the answer is called. */
function onComingAndGoing(act: () => void): () => void {
  addEventListener("online", act);
  addEventListener("pagehide", act);
  document.addEventListener("visibilitychange", act);
  return () => {
    removeEventListener("online", act);
    removeEventListener("pagehide", act);
    document.removeEventListener("visibilitychange", act);
  };
}

export type Editing = ReturnType<typeof useEditing>;

export function useEditing(screen: PostEditor, person: string) {
  const { take } = useActions();
  const [before] = useState(typedBefore);
  const [words, setWords] = useState(screen.words);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [isKept, setIsKept] = useState(true);
  const autosave = useRef<Autosave | null>(null);
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined);
  const name = keptName(person, screen.id);

  const keep = () => {
    clearTimeout(keeping.current);
    const [form, saver] = [formOf(), autosave.current];
    // What is saved was dropped with the answer; anything else there is another tab's.
    if (!form || !saver?.isUnsaved()) return;
    const kept = { words: readWords(form), number: saver.number, caret: caretIn(form) };
    setIsKept(keepWords(name, kept));
  };

  const typed = () => {
    const form = formOf();
    if (!form) return;
    setWords(readWords(form));
    autosave.current?.typed();
    clearTimeout(keeping.current);
    keeping.current = setTimeout(keep, KEEP_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a post is begun once; the editor's key is its id
  useLayoutEffect(() => {
    const form = formOf();
    if (!form) return;
    const begin = wordsToBegin(screen, keptWords(name), before);
    const saver = autosaveOf(form, screen, begin, { name, take, setWords, redraw });
    autosave.current = saver;
    if (begin) {
      writeWords(form, begin.words);
      placeCaret(form, begin.caret);
      typed();
    } else dropWords(name);
    const stop = onComingAndGoing(() => {
      keep();
      saver.save();
    });
    return () => {
      stop();
      saver.close();
      clearTimeout(keeping.current);
    };
  }, []);
  useEffect(() => autosave.current?.offer(screen), [screen]);

  const saver = autosave.current;
  return {
    /** As they are in the fields. */
    words,
    number: saver?.number ?? screen.number,
    state: saver?.state ?? "saved",
    refusal: saver?.refusal ?? "",
    conflict: saver?.conflict ?? null,
    isKept,
    typed,
    /** Done once the server has answered. */
    save: async () => {
      keep();
      await autosave.current?.save();
    },
    settled: () => autosave.current?.settled(),
    /** Whether somebody must choose first. */
    isOpen: () => autosave.current?.conflict != null,
    /** The fields of the moment, also where the screen isn't drawn anew yet. */
    present: () => {
      const form = formOf();
      return form && { ...readWords(form), number: String(autosave.current?.number ?? 0) };
    },
  };
}
