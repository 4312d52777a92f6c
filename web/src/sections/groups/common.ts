// Sections that the home page and other pages have.
import type { GroupComponents } from "../groups.ts";
import { KeyFacts } from "../key-facts.tsx";
import { Rates } from "../rates.tsx";
import { Steps } from "../steps.tsx";
import { Story } from "../story.tsx";

export default {
  "key-facts": KeyFacts,
  rates: Rates,
  story: Story,
  steps: Steps,
} satisfies GroupComponents<"common">;
