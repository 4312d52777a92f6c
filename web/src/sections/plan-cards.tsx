// The annual contracts as cards. On narrow screens radios show one at a time, the recommended one
// first; the style sheet does the switching, so it works before and without scripts.
import type { Plan, PlanCards as PlanCardsContent } from "../contract/content.ts";
import { ButtonLink, MoreLink } from "../ui/button.tsx";
import { CheckList } from "../ui/check-list.tsx";
import { amount } from "../ui/money.ts";
import { Band, BandHead } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import "./plan-cards.css";

function PlanTabs({ plans, choose }: { plans: Plan[]; choose: string }) {
  return (
    <fieldset className="tabs">
      <legend className="sr">{choose}</legend>
      {plans.map(({ id, name, recommended }) => (
        <label key={id}>
          <input
            className="sr"
            type="radio"
            name="shown-plan"
            value={id}
            defaultChecked={recommended}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function PlanCard({ plan, section }: { plan: Plan; section: PlanCardsContent }) {
  const { currency } = useSite().company;
  return (
    <article className={plan.recommended ? "plan plan--best" : "plan"} id={plan.id}>
      <div className="plan__top">
        <h3>{plan.name}</h3>
        {plan.tag && <span className="plan__tag">{plan.tag}</span>}
      </div>
      <p className="plan__price">
        <small>{currency} </small>
        {amount(plan.price)}
        <small> {section.per}</small>
      </p>
      <p className="plan__for">{plan.description}</p>
      <ButtonLink
        label={plan.button}
        to={`${section.cards_to}#${plan.id}`}
        looks={plan.recommended ? ["full"] : ["line", "full"]}
      />
      <CheckList lines={plan.features} notIncluded={section.not_included} />
    </article>
  );
}

export function PlanCards({ section }: { section: PlanCardsContent }) {
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy="plans-heading">
      <div className="wrap">
        <BandHead id="plans-heading" heading={section.heading}>
          <p>{section.lead}</p>
        </BandHead>
        <div className="plan-set">
          <PlanTabs plans={section.plans} choose={section.choose} />
          <div className="plans">
            {section.plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} section={section} />
            ))}
          </div>
        </div>
        <p className="plan-set__more">
          <MoreLink action={section.action} />
        </p>
      </div>
    </Band>
  );
}
