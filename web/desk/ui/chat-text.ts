// What a WhatsApp chat with a visitor starts with, in English or Arabic.
import type { Row } from "../../src/contract/desk.ts";
import { hasArabic } from "./arabic.ts";
import { firstName } from "./first-name.ts";

export type ChatLanguage = "en" | "ar";

/** Who writes, and for which company. */
export type Sender = { me: string; company: string };

type Addressee = Pick<Row, "reference" | "name" | "service" | "message">;

/** Arabic if they wrote it, or their page was in it. `language` is BCP 47. */
export function chatLanguage(row: Addressee, language: string | null = null): ChatLanguage {
  const arabic = hasArabic(row.name + row.message) || /^ar\b/i.test(language ?? "");
  return arabic ? "ar" : "en";
}

export function chatText(row: Addressee, { me, company }: Sender, language: ChatLanguage): string {
  const them = firstName(row.name);
  const sender = firstName(me);
  if (language === "ar") {
    const greeting = them ? `مرحباً ${them}،` : "مرحباً،";
    const about = row.service ? ` بخصوص: ${row.service}` : "";
    return `${greeting} معك ${sender} من ${company}. وصلنا طلبك رقم ${row.reference}${about}. متى يناسبك أن نتصل بك؟`;
  }
  const greeting = them ? `Hello ${them},` : "Hello,";
  const about = row.service ? `: ${row.service}` : "";
  return `${greeting} this is ${sender} from ${company}. We have your request ${row.reference}${about}. When may we ring you?`;
}
