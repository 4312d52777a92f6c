// Opening text of a WhatsApp chat with a visitor, in English or Arabic: the owners' texts, filled in.
import type { ChatTexts, Row } from "../../src/contract/desk.ts";
import { fill } from "../../ui/fill.ts";
import { hasArabic } from "./arabic.ts";
import { firstName } from "./first-name.ts";

export type ChatLanguage = keyof ChatTexts;

/** The person writing, their company, and the texts they use. */
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
  const known = {
    name: firstName(row.name),
    sender: firstName(me),
    company,
    reference,
    service,
  };
  return fill(texts[language], known).replaceAll(/[\s:]+(?=[,،.])/g, "");
}
