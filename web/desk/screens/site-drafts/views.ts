// The drafts of the site, and a page before and after a change, in a file of their own.
import type { LaterViews } from "../screen.ts";
import { SiteDraftsView } from "./site-drafts.tsx";
import { SiteVersionView } from "./site-version.tsx";

export const DRAFT_VIEWS = {
  "site-drafts": SiteDraftsView,
  "site-version": SiteVersionView,
} satisfies Partial<LaterViews>;
