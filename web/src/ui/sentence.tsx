// Text from the content in which prices and phone numbers don't break across lines.

/** Matches `AED 1,999`, `AED 150–300`, `+971 4 000 0000`; splitting by it puts each match at an odd index. */
const FIGURES = /([A-Z]{3} \d+(?:,\d+)*(?:–\d+(?:,\d+)*)?|\+\d[\d ]+\d)/;

export function Sentence({ text }: { text: string }) {
  return text.split(FIGURES).map((piece, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's pieces never change order
      <span key={place} className="num">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
