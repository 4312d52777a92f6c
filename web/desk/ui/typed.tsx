// A visitor's text as typed: in its own direction, in the right font, and never as HTML.
import { hasArabic } from "./arabic.ts";

type Props = { text: string; quoted?: boolean };

/** `quoted` puts it in the quotation marks of its script. */
export function Typed({ text, quoted = false }: Props) {
  const arabic = hasArabic(text);
  const marks = arabic ? ["«", "»"] : ["“", "”"];
  return (
    <bdi dir="auto" lang={arabic ? "ar" : undefined}>
      {quoted ? `${marks[0]}${text}${marks[1]}` : text}
    </bdi>
  );
}
