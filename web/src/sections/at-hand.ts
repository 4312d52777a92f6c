// The components of sections that are at hand: on the server all of them, in the browser those of every
// page that was shown so far.
import type { ComponentType } from "react";
import type { Section } from "../contract/content.ts";
import type { Group, GroupComponents, Kind } from "./groups.ts";
import type { PageView } from "./page-view.ts";

type AnySection = ComponentType<{ section: Section; view: PageView }>;

const atHand = new Map<string, AnySection>();

type AnyGroup = { [G in Group]: GroupComponents<G> }[Group];

export function putAtHand(components: AnyGroup): void {
  // A component only ever gets sections of its own kind; TypeScript cannot follow that through a map.
  for (const [kind, component] of Object.entries(components)) {
    atHand.set(kind, component as AnySection);
  }
}

/** Fails for a kind whose group was not loaded before the page is drawn. */
export function componentOf(kind: Kind): AnySection {
  const component = atHand.get(kind);
  if (!component) throw new Error(`No section of the kind ${kind} is at hand`);
  return component;
}
