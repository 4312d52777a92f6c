// The price list: what jobs usually cost, each as a dimension line.
import { useId } from "react";
import type { Price, Rates as RatesContent } from "../contract/content.ts";
import { MoreLink } from "../ui/button.tsx";
import { Dimension } from "../ui/dimension.tsx";
import { DimensionList, DimensionRow } from "../ui/dimension-list.tsx";
import { amount } from "../ui/money.ts";
import { Band } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";

function PriceRange({ price, orMore }: { price: Price; orMore: string }) {
  const { currency } = useSite().company;
  const open = price.to == null;
  const to = price.to == null ? orMore : amount(price.to);
  return <Dimension from={`${currency} ${amount(price.from)}`} to={to} open={open} />;
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
