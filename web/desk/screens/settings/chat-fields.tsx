// The two texts for WhatsApp, each with what a visitor would read.
import { useState } from "react";
import type { ChatTexts } from "../../../src/contract/desk.ts";
import { type Addressee, type ChatLanguage, chatText } from "../../ui/chat-text.ts";

const EXAMPLES: Record<ChatLanguage, Addressee> = {
  english: {
    reference: "AMW-7K3F9",
    name: "Fatima Al Mansoori",
    service: "AC Repair & Maintenance",
    message: "",
  },
  arabic: {
    reference: "AMW-7K3F9",
    name: "أحمد المرزوقي",
    service: "AC Repair & Maintenance",
    message: "",
  },
};

const LANGUAGES = [
  { language: "english", words: "In English", tag: "en" },
  { language: "arabic", words: "In Arabic, where the visitor writes Arabic", tag: "ar" },
] as const;

type Props = { usual: ChatTexts; me: string; company: string; placeholders: string[] };

export function ChatFields({ usual, me, company, placeholders }: Props) {
  const [texts, setTexts] = useState(usual);
  const type = (language: ChatLanguage, text: string) =>
    setTexts((present) => ({ ...present, [language]: text }));
  return (
    <div className="stack">
      {LANGUAGES.map(({ language, words, tag }) => (
        <div className="field" key={language}>
          <label htmlFor={`chat-${language}`}>{words}</label>
          <textarea
            id={`chat-${language}`}
            name={`chat-${language}`}
            rows={3}
            dir="auto"
            lang={tag}
            maxLength={500}
            value={texts[language]}
            onChange={(event) => type(language, event.target.value)}
          />
          <p className="small set__example" dir="auto" lang={tag}>
            {chatText(EXAMPLES[language], { me, company, texts }, language)}
          </p>
        </div>
      ))}
      <p className="small soft">
        {placeholders.map((name) => `{${name}}`).join(", ")} are filled in. Leave a text empty to
        get the usual one back.
      </p>
    </div>
  );
}
