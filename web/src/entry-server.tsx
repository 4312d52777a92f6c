// What the JavaScript engine inside the binary calls: the route table, and one page at a time.
import { boot, groups, pages, shared } from "client-assets";
import { renderToString } from "react-dom/server";
import type { PageData, SharePicture as Picture, Site } from "./contract/content.ts";
import { Document, type DocumentData } from "./document.tsx";
import { ForMachines } from "./graph/for-machines.tsx";
import { scriptJson } from "./graph/script-json.ts";
import { pageOf } from "./pages/in-place.ts";
import type { FormAnswer } from "./request-form/answer.ts";
import { ROUTES } from "./routes.ts";
import { groupsOf } from "./sections/groups.ts";

type RenderInput = {
  site: Site;
  page: PageData;
  /** Where search engines may keep the page. */
  share?: Picture | null;
  answer: FormAnswer | null;
  build: string;
};

/** The route table as JSON, in the order it is matched. */
export function routes(): string {
  return JSON.stringify(ROUTES);
}

/** The files a page needs: every page's, its module's, and those of its sections. */
function filesOf(module: string, page: PageData): Pick<DocumentData, "styles" | "modules"> {
  const parts = [pages[module], ...groupsOf(page.sections).map((group) => groups[group])];
  return {
    styles: [...new Set([...shared, ...parts.flatMap((files) => files?.styles ?? [])])],
    modules: [...new Set(parts.flatMap((files) => files?.modules ?? []))],
  };
}

/** A whole document from the JSON of what it shows. */
export function render(input: string): string {
  const { site, page, share, answer, build } = JSON.parse(input) as RenderInput;
  const { module, component } = pageOf(page.page);
  const view = { page, wish: page.wish ?? null, answer };
  const data: DocumentData = { site, view, build, boot, ...filesOf(module, page) };
  const document = (
    <Document
      data={data}
      page={component}
      json={scriptJson(data)}
      announcement=""
      forMachines={<ForMachines site={site} page={page} share={share ?? null} />}
    />
  );
  return `<!DOCTYPE html>${renderToString(document)}`;
}
