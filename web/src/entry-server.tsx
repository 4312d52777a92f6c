// The entry for the server's JavaScript engine: it reads the route table, and renders one page at a time.
import { groups, pages, shared } from "client-assets";
import { renderToString } from "react-dom/server";
import type { PageData, SharePicture as Picture, Site } from "./contract/content.ts";
import { Document } from "./document.tsx";
import early from "./early.js?script";
import { FIRST_SCREENS, firstScreenOf } from "./first-screen/first-screen.ts";
import { Metadata } from "./graph/metadata.tsx";
import { scriptJson } from "./graph/script-json.ts";
import type { InlineData, ScriptData } from "./hydration-data.ts";
import { pageOf } from "./pages/eager.ts";
import type { FormAnswer } from "./request-form/answer.ts";
import { ROUTES } from "./routes.ts";
import { groupsOf } from "./sections/groups.ts";
import { ServedHead, type ServedHeadProps } from "./served-head.tsx";

type RenderInput = {
  site: Site;
  page: PageData;
  /** The share picture, where the page has one. */
  share?: Picture | null;
  answer: FormAnswer | null;
  /** Where the browser finds what it hydrates from; without the address of a page, the document has the page's data. */
  data: ScriptData;
};

/** What documents have inside, for the server's Content-Security-Policy. */
export const inline = { script: early, styles: Object.values(FIRST_SCREENS) };

/** The route table as JSON, in matching order. */
export function routes(): string {
  return JSON.stringify(ROUTES);
}

/** The style sheets and modules that a page needs: those of all pages, of its module and of its sections. */
function filesOf(module: string, page: PageData): Pick<ServedHeadProps, "styles" | "modules"> {
  const parts = [pages[module], ...groupsOf(page.sections).map((group) => groups[group])];
  return {
    styles: [...new Set([...shared, ...parts.flatMap((files) => files?.styles ?? [])])],
    modules: [...new Set(parts.flatMap((files) => files?.modules ?? []))],
  };
}

/** Renders a whole document; `input` is a RenderInput as JSON. */
export function render(input: string): string {
  const { site, page, share, answer, data } = JSON.parse(input) as RenderInput;
  const { module, component } = pageOf(page.page);
  const view = { page, prefill: page.wish ?? null, answer };
  const inside: InlineData = { page, answer };
  const document = (
    <Document
      data={{ site, view, build: data.build }}
      page={component}
      announcement=""
      served={
        <>
          <ServedHead
            {...filesOf(module, page)}
            firstScreen={answer ? [] : firstScreenOf(page, site)}
            data={data}
            json={data.page ? null : scriptJson(inside)}
          />
          <Metadata site={site} page={page} share={share ?? null} />
        </>
      }
    />
  );
  return `<!DOCTYPE html>${renderToString(document)}`;
}
