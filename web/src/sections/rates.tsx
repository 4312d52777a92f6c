// The price list: usual costs of jobs, each as a dimension line.
import { useId } from "react";
import { grouped } from "../../ui/number.ts";
import type { Price, Rates as RatesContent } from "../contract/content.ts";
import { MoreLink } from "../ui/button.tsx";
import { Dimension } from "../ui/dimension.tsx";
import { DimensionList, DimensionRow } from "../ui/dimension-list.tsx";
import { Band } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";

function PriceRange({ price, orMore }: { price: Price; orMore: string }) {
  const { company, words } = useSite();
  const from = `${company.currency} ${grouped(price.from)}`;
  if (price.to == null) return <Dimension from={from} to={orMore} />;
  return <Dimension from={from} to={grouped(price.to)} word={words.labels.range_to} />;
}

export function Rates({ section }: { section: RatesContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap two two--text">
        <div className="stack">
          <h2 id={heading}>{section.heading}</h2>
          <p className="lead">{section.lead}</p>
          <p>
            <MoreLink action={section.action} />
          </p>
        </div>
        <div>
          <DimensionList>
            {section.rates.map(({ job, note, amount: price }) => (
              <DimensionRow key={job} job={job} note={note}>
                <PriceRange price={price} orMore={section.or_more} />
              </DimensionRow>
            ))}
          </DimensionList>
          <p className="rates__note">{section.note}</p>
        </div>
      </div>
    </Band>
  );
}
