// One component for every kind of section that a page can have; a kind without one does not compile.
import type { ComponentType } from "react";
import type { Section as SectionContent } from "../contract/content.ts";
import { Brands } from "./brands.tsx";
import { Emergency } from "./emergency.tsx";
import { Hero } from "./hero.tsx";
import { KeyFacts } from "./key-facts.tsx";
import type { PageView } from "./page-view.ts";
import { PlanCards } from "./plan-cards.tsx";
import { Rates } from "./rates.tsx";
import { Request } from "./request.tsx";
import { ServiceCards } from "./service-cards.tsx";
import { Steps } from "./steps.tsx";
import { Story } from "./story.tsx";
import { Testimonials } from "./testimonials.tsx";

type Kind = SectionContent["kind"];
type SectionOf<K extends Kind> = Extract<SectionContent, { kind: K }>;

const COMPONENTS: {
  [K in Kind]: ComponentType<{ section: SectionOf<K>; view: PageView }>;
} = {
  hero: Hero,
  "key-facts": KeyFacts,
  "service-cards": ServiceCards,
  rates: Rates,
  emergency: Emergency,
  "plan-cards": PlanCards,
  story: Story,
  steps: Steps,
  testimonials: Testimonials,
  request: Request,
  brands: Brands,
};

/** Draws a section with the component of its kind. */
export function Section({ section, view }: { section: SectionContent; view: PageView }) {
  // The map above guarantees the pair; TypeScript cannot follow it through the index.
  const Component = COMPONENTS[section.kind] as ComponentType<{
    section: SectionContent;
    view: PageView;
  }>;
  return <Component section={section} view={view} />;
}
