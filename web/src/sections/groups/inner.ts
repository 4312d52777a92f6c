// Sections of most pages except the home page.
import { Benefits } from "../benefits.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { ContactCards } from "../contact-cards.tsx";
import type { GroupComponents } from "../groups.ts";
import { MapBanner } from "../map-banner.tsx";
import { OtherServices } from "../other-services.tsx";
import { PageBanner } from "../page-banner.tsx";
import { PictureRows } from "../picture-rows.tsx";
import { Questions } from "../questions.tsx";
import { SubNav } from "../sub-nav.tsx";

export default {
  "page-banner": PageBanner,
  "map-banner": MapBanner,
  "contact-cards": ContactCards,
  "sub-nav": SubNav,
  "call-to-action": CallToAction,
  questions: Questions,
  benefits: Benefits,
  "other-services": OtherServices,
  "picture-rows": PictureRows,
} satisfies GroupComponents<"inner">;
