// Text from the content in which prices, times and phone numbers don't break across lines, and numbers can be tapped.
import { callLink } from "./links.ts";

/** Matches `AED 1,999`, `AED 150–300`, `60–90 min`, `+971 4 000 0000`; splitting by it puts each match at an odd index. */
const FIGURES = /([A-Z]{3} \d+(?:,\d+)*(?:–\d+(?:,\d+)*)?|\d+–\d+ [a-z]+|\+\d[\d ]+\d)/;

function Figure({ text }: { text: string }) {
  return text.startsWith("+") ? (
    <a className="num" href={callLink(text)}>
      {text}
    </a>
  ) : (
    <span className="num">{text}</span>
  );
}

/** Never inside a link or a button, because a number in it is a link of its own. */
export function Sentence({ text }: { text: string }) {
  return text.split(FIGURES).map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's pieces never change order
    place % 2 ? <Figure key={place} text={piece} /> : piece,
  );
}
