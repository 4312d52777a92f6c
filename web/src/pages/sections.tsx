// The page module for pages made of sections: home, and most of the others.
import type { PageView } from "../sections/page-view.ts";
import { Section } from "../sections/section.tsx";

export default function SectionsPage({ view }: { view: PageView }) {
  return view.page.sections.map((section, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page's sections never change order
    <Section key={`${section.kind}-${place}`} section={section} view={view} />
  ));
}
