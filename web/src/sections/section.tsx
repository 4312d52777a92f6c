// Renders a section with the registered component of its kind.
import type { Section as SectionContent } from "../contract/content.ts";
import type { PageView } from "./page-view.ts";
import { componentOf } from "./registry.ts";

export function Section({ section, view }: { section: SectionContent; view: PageView }) {
  const Component = componentOf(section.kind);
  return <Component section={section} view={view} />;
}
