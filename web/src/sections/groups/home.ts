// Sections of the home page.
import { Brands } from "../brands.tsx";
import { Emergency } from "../emergency.tsx";
import type { GroupComponents } from "../groups.ts";
import { Hero } from "../hero.tsx";
import { ServiceCards } from "../service-cards.tsx";
import { Testimonials } from "../testimonials.tsx";

export default {
  hero: Hero,
  "service-cards": ServiceCards,
  emergency: Emergency,
  testimonials: Testimonials,
  brands: Brands,
} satisfies GroupComponents<"home">;
