// The sections that content/ gives to a page, and the heading by which a test finds them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../../scripts/shared/amwaj.mjs";
import { sitePages } from "../../scripts/shared/pages.mjs";

export const SERVICE = {
  ac: "/services/ac-repair-and-maintenance-service-dubai",
  plumbing: "/services/plumbing-services-in-dubai",
  electrical: "/services/electrical-services-in-dubai",
  carpentry: "/services/carpentry-services-in-dubai",
  villa: "/services/villa-renovation-company-in-dubai",
  painting: "/services/painting-services-in-dubai",
  building: "/services/building-maintenance-in-dubai",
} as const;
export const CONTRACTS = "/annual-maintenance-contracts";

/** The sections of a page in its content file. */
export function sectionsOn(path: string): any[] {
  const page = sitePages().pages.find((one) => one.path === path);
  if (!page) throw new Error(`content/ has no page for ${path}`);
  if (!page.file.endsWith(".toml")) return [];
  const text = readFileSync(join(ROOT, "content", page.file), "utf8");
  return (parse(text).sections as any[]) ?? [];
}

/** The section of this kind, at this place among those of its kind. */
export function sectionOf(path: string, kind: string, place: number): any {
  const section = sectionsOn(path).filter((one) => one.kind === kind)[place];
  if (!section) throw new Error(`content/ has no section "${kind}" (${place}) for ${path}`);
  return section;
}

/** A section's heading as it is served, whatever its `{tokens}` become. */
export function headingPattern(section: any): RegExp {
  const heading: string = section.heading ?? section.rows[0].heading;
  const words = heading
    .split(/\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${words.join(".*")}$`);
}
