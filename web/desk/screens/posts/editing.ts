// Joins the fields of the editor with what saves them: to the server, and to this device.
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Desk, PostEditor, PostWords } from "../../../src/contract/desk.ts";
import { useActions } from "../../ui/actions.tsx";
import { postAction } from "../../ui/addresses.ts";
import { Autosave, type Fields } from "./autosave.ts";
import { type Caret, dropWords, type KeptWords, keepWords, keptName, keptWords } from "./kept.ts";
import { postForData } from "./server.ts";
import {
  areSame,
  fieldOf,
  postForm,
  readWords,
  WORD_FIELDS,
  type WordField,
  writeWords,
} from "./words.ts";

/** Time after the last key until words are kept on the device, in milliseconds. */
const KEEP_MS = 300;

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

/** Words that this device has and the server doesn't. */
function wordsToBegin({ words }: PostEditor, name: string): KeptWords | null {
  const kept = keptWords(name);
  return kept && !areSame(kept.words, words) ? kept : null;
}

type Page = {
  name: string;
  take: (answer: Desk) => void;
  setWords: (words: PostWords) => void;
};

/** Saves the fields of the form to the server, from the words that `begin` has or the server's own. */
function autosaveOf(screen: PostEditor, begin: KeptWords | null, page: Page): Autosave {
  const number = begin?.number ?? screen.number;
  const saver = new Autosave(
    {
      read: () => readWords(postForm()),
      write: (words) => {
        writeWords(postForm(), words);
        page.setWords(readWords(postForm()));
      },
      post: (fields: Fields) => postForData(postAction(screen.id, "save"), fields),
      take: page.take,
    },
    { number, words: number === screen.number ? screen.words : null },
  );
  saver.subscribe(() => {
    if (saver.snapshot().state === "saved") dropWords(page.name);
  });
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
  const name = keptName(person, screen.id);
  // A post is begun once: the editor's key is its id.
  const [begin] = useState(() => wordsToBegin(screen, name));
  const [words, setWords] = useState(begin?.words ?? screen.words);
  const [saver] = useState(() => autosaveOf(screen, begin, { name, take, setWords }));
  const saving = useSyncExternalStore(saver.subscribe, saver.snapshot);
  const [isKept, setIsKept] = useState(true);
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = () => {
    clearTimeout(keeping.current);
    // Saved words were dropped with the answer; anything else there is another tab's.
    if (!saver.isUnsaved()) return;
    const form = postForm();
    const kept = { words: readWords(form), number: saver.number, caret: caretIn(form) };
    setIsKept(keepWords(name, kept));
  };
  const save = async () => {
    keep();
    await saver.save();
  };

  const start = useEffectEvent(() => {
    if (!begin) return dropWords(name);
    placeCaret(postForm(), begin.caret);
    saver.typed();
  });
  const comeOrGo = useEffectEvent(save);
  useLayoutEffect(() => {
    start();
    const stop = onComingAndGoing(() => comeOrGo());
    return () => {
      stop();
      saver.close();
      clearTimeout(keeping.current);
    };
  }, [saver]);
  useEffect(() => saver.offer(screen), [saver, screen]);

  return {
    ...saving,
    /** As they are in the fields. */
    words,
    isKept,
    typed: () => {
      setWords(readWords(postForm()));
      saver.typed();
      clearTimeout(keeping.current);
      keeping.current = setTimeout(keep, KEEP_MS);
    },
    /** Done once the server has answered. */
    save,
    settled: () => saver.settled(),
    /** Whether somebody must choose first. */
    isOpen: () => saver.snapshot().conflict != null,
    /** The fields of the moment, also where the screen isn't drawn anew yet. */
    present: () => ({ ...readWords(postForm()), number: String(saver.number) }),
  };
}
