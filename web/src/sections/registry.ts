// The registry of section components: the server registers all of them at once, the browser registers a group when
// the first page that needs it has loaded it.
import type { ComponentType } from "react";
import type { Section } from "../contract/content.ts";
import type { Group, GroupComponents, Kind } from "./groups.ts";
import type { PageView } from "./page-view.ts";

type AnySection = ComponentType<{ section: Section; view: PageView }>;

const registered = new Map<string, AnySection>();

type AnyGroup = { [G in Group]: GroupComponents<G> }[Group];

export function registerSections(components: AnyGroup): void {
  // A component only ever gets sections of its own kind; TypeScript cannot follow that through a map.
  for (const [kind, component] of Object.entries(components)) {
    registered.set(kind, component as AnySection);
  }
}

/** Throws for a kind whose group has not been loaded. */
export function componentOf(kind: Kind): AnySection {
  const component = registered.get(kind);
  if (!component) throw new Error(`No section of the kind ${kind} is registered`);
  return component;
}
