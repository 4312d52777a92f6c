// A page's banner: breadcrumb, heading, lead, two buttons and, on services, the average rating (R18).
import type { Ground, PageBanner as PageBannerContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Proof } from "../ui/stars.tsx";
import { PageTop } from "./page-top.tsx";
import type { PageView } from "./page-view.ts";

/** Grounds on which a white button stands out. */
const COLOURED: ReadonlySet<Ground> = new Set(["glass", "sand", "blush"]);

export function PageBanner({ section, view }: { section: PageBannerContent; view: PageView }) {
  const { crumbs, here, heading, lead, primary, secondary, rating, picture } = section;
  const art = picture && <Drawing picture={picture} eager />;
  return (
    <PageTop crumbs={crumbs} here={here} heading={heading} lead={lead} art={art}>
      <Actions
        actions={[primary, secondary]}
        others={COLOURED.has(view.page.ground) ? "white" : "line"}
      />
      {rating && <Proof />}
    </PageTop>
  );
}
