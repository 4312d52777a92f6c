// When words go to the server, and what its answer means for what stands in the fields. It knows no fields and no server:
// both are passed in. It is a store: whoever shows how far saving is subscribes to it.
import type {
  Desk,
  PostConflict,
  PostEditor,
  PostWords,
  Screen,
} from "../../../src/contract/desk.ts";
import { areSame, rebased } from "./words.ts";

/** Pause after the last key, and longest wait after the first one that isn't saved, in milliseconds. */
const PAUSE_MS = 1_000;
const LATEST_MS = 2_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

export type SaveState =
  | "saved"
  /** Typed, and not sent yet. */
  | "typed"
  | "saving"
  /** The server can't be reached. It's tried again. */
  | "away"
  | "signed-out"
  /** The server can't take it as it is; `refusal` says why. */
  | "refused"
  /** Somebody must choose first. */
  | "conflict";

export type Fields = PostWords & { number: string; key: string };

export type EditorPage = {
  read: () => PostWords;
  write: (words: PostWords) => void;
  /** Nothing if the server can't be reached. */
  post: (fields: Fields) => Promise<Desk | null>;
  /** The answer has a newer screen. */
  take: (answer: Desk) => void;
};

/** Two writers changed the same place; `number` is that of the words that the server has. */
export type OpenConflict = PostConflict & { number: number };

/** How far saving is. */
export type Saving = {
  state: SaveState;
  /** Why the words were refused. */
  refusal: string;
  conflict: OpenConflict | null;
};

type Base = {
  /** The revision whose words are in the fields, but for what was typed since then. */
  number: number;
  /** Its words, as they were in the fields; nothing if only the device knows them. */
  words: PostWords | null;
};

export class Autosave {
  private saving: Saving = { state: "saved", refusal: "", conflict: null };
  private readonly listeners = new Set<() => void>();
  private pause: ReturnType<typeof setTimeout> | undefined;
  private latest: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private tries = 0;
  private isClosed = false;
  /** Words sent when somebody else had changed the same place, until the screen with the choice made is there. */
  private aside: PostWords | null = null;
  /** The same words tried again have the same key, so that they count once. */
  private last = { text: "", key: "" };

  constructor(
    private readonly page: EditorPage,
    private base: Base,
  ) {}

  /** Calls whenever the snapshot is another one, until the answer is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Saving => this.saving;

  get number(): number {
    return this.base.number;
  }

  /** Whether there are words that the server doesn't have. */
  isUnsaved(): boolean {
    return !this.base.words || !areSame(this.page.read(), this.base.words);
  }

  /** To be called after each change of the fields. */
  typed(): void {
    if (this.isClosed || this.aside) return;
    if (this.saving.state === "away" || this.saving.state === "signed-out") return;
    if (!this.isUnsaved()) {
      this.stop();
      if (!this.sending) this.become("saved");
      return;
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(this.save, PAUSE_MS);
    this.latest ??= setTimeout(this.save, LATEST_MS);
    if (!this.sending) this.become("typed");
  }

  /** Sends what isn't saved; done once the server has answered. */
  readonly save = async (): Promise<void> => {
    this.stop();
    if (this.sending) await this.sending;
    if (this.isClosed || this.aside || this.sending || !this.isUnsaved()) return;
    const sent = this.page.read();
    this.become("saving");
    this.sending = this.page.post(this.fieldsOf(sent)).then((answer) => {
      this.sending = null;
      if (!this.isClosed) this.answered(sent, answer);
    });
    await this.sending;
  };

  /** A screen that came otherwise: newer words are shown if nothing of ours would be lost. */
  offer(screen: PostEditor): void {
    if (this.isClosed || this.saving.conflict || this.sending) return;
    if (this.aside) {
      const sent = this.aside;
      this.aside = null;
      this.adopt(sent, screen);
      return;
    }
    const { number, words } = screen;
    if (number <= this.base.number || this.isUnsaved()) return;
    this.page.write(words);
    this.base = { number, words };
    this.become("saved");
  }

  /** Somebody has chosen; the screen that is offered next has the words. */
  settled(): void {
    this.become("saving", { conflict: null });
  }

  /** The fields are gone: nothing is read, sent or shown any more. */
  close(): void {
    this.isClosed = true;
    this.stop();
  }

  /** No timer is left. */
  private stop(): void {
    for (const timer of [this.pause, this.latest, this.retry]) clearTimeout(timer);
    this.latest = undefined;
  }

  private fieldsOf(words: PostWords): Fields {
    const text = JSON.stringify([words, this.base.number]);
    if (text !== this.last.text) this.last = { text, key: crypto.randomUUID() };
    return { ...words, number: String(this.base.number), key: this.last.key };
  }

  private answered(sent: PostWords, answer: Desk | null): void {
    const screen = answer?.screen;
    const isAway = screen?.name === "problem" && screen.problem === "away";
    if (!screen || isAway) {
      this.tryLater();
      return;
    }
    this.tries = 0;
    if (screen.name !== "post-editor") {
      this.refused(screen);
      return;
    }
    if (screen.conflict) this.open(sent, screen.conflict, screen.number);
    else this.adopt(sent, screen);
    this.page.take(answer);
  }

  private refused(screen: Screen): void {
    const isInvalid = screen.name === "problem" && screen.problem === "invalid";
    const refusal = isInvalid ? screen.text : "You can read this, not change it.";
    this.become(screen.name === "sign-in" ? "signed-out" : "refused", { refusal });
  }

  /** The base of our words stays: a tab that dies now asks again. */
  private open(sent: PostWords, conflict: PostConflict, number: number): void {
    this.aside = sent;
    this.become("conflict", { conflict: { ...conflict, number } });
  }

  /** The server has `sent`, perhaps with what somebody else wrote. */
  private adopt(sent: PostWords, { number, words }: PostEditor): void {
    const local = this.page.read();
    if (areSame(words, sent)) this.base = { number, words: sent };
    else {
      const merged = rebased(sent, local, words);
      // Otherwise the next save is based on what these words are based on, and the server merges again.
      if (merged) {
        this.page.write(merged);
        this.base = { number, words };
      }
    }
    this.typed();
  }

  private tryLater(): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.tries, LAST_RETRY_MS);
    this.tries += 1;
    this.retry = setTimeout(this.save, wait);
    this.become("away");
  }

  private become(state: SaveState, more?: Partial<Saving>): void {
    if (state === this.saving.state && !more) return;
    this.saving = { ...this.saving, ...more, state };
    for (const listener of this.listeners) listener();
  }
}
