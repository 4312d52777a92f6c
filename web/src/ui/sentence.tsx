// Words of the content in which neither a price nor a telephone number parts at the end of a line.

/** `AED 1,999`, `AED 150–300`, `+971 4 000 0000`: every second piece of a text that is split here. */
const FIGURES = /([A-Z]{3} \d+(?:,\d+)*(?:–\d+(?:,\d+)*)?|\+\d[\d ]+\d)/;

export function Sentence({ text }: { text: string }) {
  return text.split(FIGURES).map((piece, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's pieces never change their order
      <span key={place} className="num">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
