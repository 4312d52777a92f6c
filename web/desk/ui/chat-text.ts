// What a WhatsApp chat with a visitor starts with, in English or Arabic: the owners' texts, filled in.
import type { ChatTexts, Row } from "../../src/contract/desk.ts";
import { hasArabic } from "./arabic.ts";
import { firstName } from "./first-name.ts";

export type ChatLanguage = keyof ChatTexts;

/** Who writes, for which company, and with which texts. */
export type Sender = { me: string; company: string; texts: ChatTexts };

export type Addressee = Pick<Row, "reference" | "name" | "service" | "message">;

/** Arabic if they wrote it, or their page was in it. `language` is BCP 47. */
export function chatLanguage(row: Addressee, language: string | null = null): ChatLanguage {
  const arabic = hasArabic(row.name + row.message) || /^ar\b/i.test(language ?? "");
  return arabic ? "arabic" : "english";
}

/** A visitor without a name or a service leaves no gap: `Hello ,` and `AMW-7K3F9: .` are put right. */
export function chatText(
  row: Addressee,
  { me, company, texts }: Sender,
  language: ChatLanguage,
): string {
  const { reference, service } = row;
  const known: Record<string, string> = {
    name: firstName(row.name),
    sender: firstName(me),
    company,
    reference,
    service,
  };
  const filled = texts[language].replaceAll(/\{(\w+)\}/g, (all, name) => known[name] ?? all);
  return filled.replaceAll(/[\s:]+(?=[,،.])/g, "");
}
