// The registry of section components: the server registers all of them at once, the browser registers a group when
// the first page that needs it has loaded it.
import type { ComponentType } from "react";
import type { Section } from "../contract/content.ts";
import type { Group, GroupComponents, Kind } from "./groups.ts";
import type { PageView } from "./page-view.ts";

type AnySection = ComponentType<{ section: Section; view: PageView }>;

/** The components of the groups that are loaded, by the kinds of their sections. */
export const sectionComponents: Partial<Record<Kind, AnySection>> = {};

type AnyGroup = { [G in Group]: GroupComponents<G> }[Group];

export function registerSections(components: AnyGroup): void {
  // A component only ever gets sections of its own kind; TypeScript cannot follow that through a map.
  Object.assign(sectionComponents, components);
}
