// The row of brand logos (R17).
import type { Brands as BrandsContent } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Sample } from "../ui/sample.tsx";
import "./brands.css";

export function Brands({ section }: { section: BrandsContent }) {
  return (
    <section className="sec sec--tight brands" aria-labelledby="brands-heading">
      <div className="wrap">
        <h2 id="brands-heading">
          {section.heading}
          {section.sample && <Sample />}
        </h2>
        <ul>
          {section.brands.map(({ name, mark }) => (
            <li key={name}>
              <Drawing picture={mark} sizes="10rem" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
