// The annual contracts as plan cards, and the plan tabs (R21): below 768 px a Basic/Premium/Elite switch shows one plan
// at a time, the recommended one first. The tabs are radio buttons and the style sheet does the switching, so it works
// without scripts.
import { useEffect, useId, useRef } from "react";
import { grouped } from "../../ui/number.ts";
import type { Plan, PlanCards as PlanCardsContent } from "../contract/content.ts";
import { ButtonLink, MoreLink } from "../ui/button.tsx";
import { CheckList } from "../ui/check-list.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import "./plan-cards.css";

function PlanTabs({ plans, choose }: { plans: Plan[]; choose: string }) {
  return (
    <fieldset className="tabs">
      <legend className="sr">{choose}</legend>
      {plans.map(({ id, name, recommended }) => (
        <label key={id} className={recommended ? "tabs__best" : undefined}>
          <input className="sr" type="radio" name="shown-plan" value={id} />
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
        {grouped(plan.price)}
        <small> {section.per}</small>
      </p>
      <p className="plan__for">{plan.description}</p>
      <ButtonLink
        label={plan.button}
        to={section.cards_to ? `${section.cards_to}#${plan.id}` : plan.link}
        looks={plan.recommended ? ["full"] : ["line", "full"]}
      />
      <CheckList lines={plan.features} notIncluded={section.not_included} />
    </article>
  );
}

/**
 * Selects the plan in the address's fragment (`#basic`), when the page opens and when a link on it is followed; without
 * one, the recommended plan. Before scripts run no radio is checked and the style sheet shows the same plan by
 * `:target`, which client-side navigation does not update.
 */
function useAddressedPlan(plans: Plan[]) {
  const set = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const radios = () => [...(set.current?.querySelectorAll("input") ?? [])];
    const choose = (wanted: string | undefined) => {
      const radio = radios().find(({ value }) => value === wanted);
      if (radio) radio.checked = true;
      return radio !== undefined;
    };
    const show = (hash: string) => choose(hash.slice(1));
    // The visitor may have chosen a plan before this script ran.
    const chosen = radios().some(({ checked }) => checked);
    if (!chosen && !show(location.hash)) choose(plans.find(({ recommended }) => recommended)?.id);
    const onClick = ({ target }: Event) => {
      const link = (target as Element).closest?.<HTMLAnchorElement>("a[href]");
      if (link && link.pathname === location.pathname) show(link.hash);
    };
    const onAddress = () => show(location.hash);
    document.addEventListener("click", onClick);
    addEventListener("hashchange", onAddress);
    addEventListener("popstate", onAddress);
    return () => {
      document.removeEventListener("click", onClick);
      removeEventListener("hashchange", onAddress);
      removeEventListener("popstate", onAddress);
    };
  }, [plans]);
  return set;
}

export function PlanCards({ section }: { section: PlanCardsContent }) {
  const heading = useId();
  const set = useAddressedPlan(section.plans);
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <div className="plan-set" ref={set}>
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
