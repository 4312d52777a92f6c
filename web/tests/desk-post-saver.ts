// Autosave with its words, and a server that answers when it is told to.
import { afterEach, beforeEach, vi } from "vitest";
import { Autosave, type Fields } from "../desk/screens/posts/autosave.ts";
import type { Desk, PostEditor } from "../src/contract/desk.ts";
import { editorDesk, WORDS } from "./desk-post.ts";

type Answer = Desk | null;

export function open(start = { number: 5, words: WORDS as typeof WORDS | null }) {
  let words = WORDS;
  const sent: Fields[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const take = vi.fn();
  const saver = new Autosave(
    {
      read: () => words,
      write: (fresh) => {
        words = fresh;
      },
      post: (fields) => {
        sent.push(fields);
        return new Promise((done) => answers.push(done));
      },
      take,
    },
    start,
  );
  return {
    saver,
    sent,
    take,
    body: () => words.body,
    type: (body: string) => {
      words = { ...words, body };
      saver.typed();
    },
    answer: async (answer: Answer) => {
      answers.shift()?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
    /** The server has taken it as it is, or as these changes say. */
    accept: async (number: number, changes: Partial<PostEditor> = {}) => {
      const { number: _, key: __, ...given } = sent.at(-1) as Fields;
      answers.shift()?.(editorDesk({ number, words: given, ...changes }));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Before and after each test of a file. */
export function withFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
}
