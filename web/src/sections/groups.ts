// Code splitting of sections: a group of kinds is one bundle, and a page loads only the groups of its own sections.
// A kind without a group, or without a component in its group, doesn't compile.
import type { ComponentType } from "react";
import type { Section } from "../contract/content.ts";
import type { PageView } from "./page-view.ts";

export type Kind = Section["kind"];
export type SectionOf<K extends Kind> = Extract<Section, { kind: K }>;

const GROUP_OF = {
  hero: "home",
  "service-cards": "home",
  emergency: "home",
  testimonials: "home",
  brands: "home",
  "key-facts": "common",
  rates: "common",
  story: "common",
  steps: "common",
  "plan-cards": "plans",
  request: "request",
  "page-banner": "inner",
  "map-banner": "inner",
  "contact-cards": "inner",
  "sub-nav": "inner",
  "call-to-action": "inner",
  questions: "inner",
  benefits: "inner",
  "other-services": "inner",
  "picture-rows": "inner",
  areas: "service",
  counters: "service",
  durations: "service",
  "issue-list": "service",
  "name-list": "service",
  offerings: "service",
  panels: "service",
  comparison: "contracts",
  inclusions: "contracts",
  document: "legal",
} as const satisfies Record<Kind, string>;

/** Each group is a module in `groups/`. */
export type Group = (typeof GROUP_OF)[Kind];

type KindIn<G extends Group> = { [K in Kind]: (typeof GROUP_OF)[K] extends G ? K : never }[Kind];

/** The components of a group, one for each of its kinds. */
export type GroupComponents<G extends Group> = {
  [K in KindIn<G>]: ComponentType<{ section: SectionOf<K>; view: PageView }>;
};

/** The groups that a page needs. */
export function groupsOf(sections: readonly Section[]): Group[] {
  return [...new Set(sections.map(({ kind }) => GROUP_OF[kind]))];
}
