// Sections of the annual contracts page.
import { Comparison } from "../comparison.tsx";
import type { GroupComponents } from "../groups.ts";
import { Inclusions } from "../inclusions.tsx";

export default {
  comparison: Comparison,
  inclusions: Inclusions,
} satisfies GroupComponents<"contracts">;
