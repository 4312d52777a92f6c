// Draws a section with the component of its kind.
import type { Section as SectionContent } from "../contract/content.ts";
import { componentOf } from "./at-hand.ts";
import type { PageView } from "./page-view.ts";

export function Section({ section, view }: { section: SectionContent; view: PageView }) {
  const Component = componentOf(section.kind);
  return <Component section={section} view={view} />;
}
