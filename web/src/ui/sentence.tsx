// Text from the content in which prices, times and phone numbers don't break across lines, and numbers can be tapped.
import { callLink } from "./links.ts";

/**
 * Matches `AED 1,999`, `AED 150–300`, `60–90 min`, `2 to 3 days`, `8am to 6pm`, `+971 4 000 0000`; splitting by it puts each
 * match at an odd index.
 */
const FIGURES =
  /([A-Z]{3} \d+(?:,\d+)*(?:–\d+(?:,\d+)*)?|\d+(?:(?:–| to )\d+)? (?:h|min|hours?|minutes?|days?|weeks?|months?|years?)\b|\d+(?::\d+)?[ap]m(?: to \d+(?::\d+)?[ap]m)?|\+\d[\d ]+\d)/;

function PhoneNumber({ text }: { text: string }) {
  return (
    <a className="num" href={callLink(text)}>
      {text}
    </a>
  );
}

/** The text in pieces, its figures unbroken. */
function pieces(text: string, links: boolean) {
  return text.split(FIGURES).map((piece, place) => {
    if (place % 2 === 0) return piece;
    const Piece = links && piece.startsWith("+") ? PhoneNumber : Unbroken;
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's pieces never change order
    return <Piece key={place} text={piece} />;
  });
}

function Unbroken({ text }: { text: string }) {
  return <span className="num">{text}</span>;
}

/** For headings, links and buttons: a number in it is no link. */
export function Figures({ text }: { text: string }) {
  return pieces(text, false);
}

/** Never inside a link or a button, because a number in it is a link of its own. */
export function Sentence({ text }: { text: string }) {
  return pieces(text, true);
}
