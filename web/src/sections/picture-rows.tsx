// Rows of an image and a text on alternating sides; on phones the image comes first.
import { useId } from "react";
import type { PictureRow, PictureRows as PictureRowsContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Checked } from "../ui/check-list.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { Sentence } from "../ui/sentence.tsx";
import "./picture-rows.css";

/** With `id`, the row's heading labels the section, which has none of its own. */
function Row({ row, id }: { row: PictureRow; id?: string }) {
  const Heading = id ? "h2" : "h3";
  return (
    <div className="alt__row">
      <Drawing picture={row.picture} />
      <div className="stack">
        <Heading id={id} className="alt__heading">
          {row.heading}
        </Heading>
        {row.text.map((paragraph) => (
          <p key={paragraph}>
            <Sentence text={paragraph} />
          </p>
        ))}
        {row.points.length > 0 && (
          <ul className="checks">
            {row.points.map((point) => (
              <Checked key={point}>{point}</Checked>
            ))}
          </ul>
        )}
        <Actions actions={row.actions} />
      </div>
    </div>
  );
}

export function PictureRows({ section }: { section: PictureRowsContent }) {
  const base = useId();
  const { heading, rows } = section;
  const idOf = (place: number) => `${base}-${place}`;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading ? base : idOf(0)}>
      <div className="wrap">
        {heading && <BandHead id={base} heading={heading} />}
        <div className="alt">
          {rows.map((row, place) => (
            <Row key={row.heading} row={row} id={heading ? undefined : idOf(place)} />
          ))}
        </div>
      </div>
    </Band>
  );
}
