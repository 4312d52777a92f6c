// The plan cards.
import type { GroupComponents } from "../groups.ts";
import { PlanCards } from "../plan-cards.tsx";

export default {
  "plan-cards": PlanCards,
} satisfies GroupComponents<"plans">;
