// Text for WhatsApp: as it stands in the field, in English or Arabic.
import { useState } from "react";
import type { RequestScreen } from "../../../src/contract/desk.ts";
import { type ChatLanguage, chatLanguage, chatText, type Sender } from "../../ui/chat-text.ts";

const OTHER = { english: "arabic", arabic: "english" } as const;
const SWITCH: Record<ChatLanguage, string> = { english: "In English", arabic: "In Arabic" };
/** BCP 47. */
const TAGS: Record<ChatLanguage, string> = { english: "en", arabic: "ar" };

export type Draft = {
  text: string;
  language: ChatLanguage;
  setText: (text: string) => void;
  change: () => void;
};

/** Each language keeps what was typed in it. */
export function useDraft({ row, language: theirs }: RequestScreen, sender: Sender): Draft {
  const [language, setLanguage] = useState(() => chatLanguage(row, theirs));
  const [typed, setTyped] = useState<Partial<Record<ChatLanguage, string>>>({});
  return {
    text: typed[language] ?? chatText(row, sender, language),
    language,
    setText: (text) => setTyped((before) => ({ ...before, [language]: text })),
    change: () => setLanguage(OTHER[language]),
  };
}

export function ChatField({ draft }: { draft: Draft }) {
  const { text, language, setText, change } = draft;
  return (
    <div className="field">
      <label htmlFor="chat">What WhatsApp will say</label>
      <textarea
        id="chat"
        rows={3}
        dir="auto"
        lang={TAGS[language]}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="row small ask__who">
        <button type="button" className="btn btn--bare btn--flush" onClick={change}>
          {SWITCH[OTHER[language]]}
        </button>
        <span className="soft">It opens in your WhatsApp; you press send.</span>
      </p>
    </div>
  );
}
