// The groups of facts, as their headings and the links to them call them.
import type { FactKind } from "../../../src/contract/desk.ts";

export const GROUP_NAMES: Record<FactKind, string> = {
  prices: "Prices",
  plans: "Annual contracts",
  contact: "Phones and mail",
  hours: "Hours",
  times: "Times we promise",
};

/** Unit of a group's values, where the group states it once for all. */
export const GROUP_UNITS: Partial<Record<FactKind, string>> = { plans: "a year" };
