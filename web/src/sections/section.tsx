// Renders a section with the registered component of its kind.
import type { Section as SectionContent } from "../contract/content.ts";
import type { PageView } from "./page-view.ts";
import { sectionComponents } from "./registry.ts";

export function Section({ section, view }: { section: SectionContent; view: PageView }) {
  const Component = sectionComponents[section.kind];
  if (!Component) throw new Error(`No section of the kind ${section.kind} is registered`);
  return <Component section={section} view={view} />;
}
