// The comparison table of the annual contracts (R20).
import { useId } from "react";
import { grouped } from "../../ui/number.ts";
import type { Comparison as ComparisonContent, Plan } from "../contract/content.ts";
import { Icon } from "../ui/icon.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import "./comparison.css";

const classOf = (plan: Plan | undefined) => (plan?.recommended ? "best" : undefined);

function ColumnHead({ plan }: { plan: Plan }) {
  const { currency } = useSite().company;
  return (
    <th scope="col" className={classOf(plan)}>
      {plan.name}
      <small>
        {currency} {grouped(plan.price)}
      </small>
    </th>
  );
}

/** `yes` and `no` become an icon, with text for screen readers. */
function Cell({ cell, section }: { cell: string; section: ComparisonContent }) {
  if (cell !== "yes" && cell !== "no") return cell;
  const yes = cell === "yes";
  return (
    <span className={yes ? "yes" : "no"}>
      <Icon name={yes ? "check" : "minus"} />
      <span className="sr">{yes ? section.included : section.not_included}</span>
    </span>
  );
}

export function Comparison({ section }: { section: ComparisonContent }) {
  const heading = useId();
  const { plans, rows } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} />
        <table className="compare">
          <caption className="sr">{section.label}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{section.item}</span>
              </th>
              {plans.map((plan) => (
                <ColumnHead key={plan.id} plan={plan} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell belongs to the plan in its place
                  <td key={place} className={classOf(plans[place])}>
                    <Cell cell={cell} section={section} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Band>
  );
}
