// The HTML document of every page: head, shell and page, on the server and again when the browser hydrates it. What the
// server alone writes into the head is in served-head.tsx.
import "./styles/index.ts";
import type { HTMLAttributes, ReactNode } from "react";
import { FEED } from "./blog/address.ts";
import type { Site } from "./contract/content.ts";
import { ErrorBoundary } from "./pages/error-boundary.tsx";
import { moduleOf } from "./pages/kinds.ts";
import type { PageComponent } from "./pages/lazy.ts";
import type { PageView } from "./sections/page-view.ts";
import { Shell } from "./shell/shell.tsx";
import { IconSheet } from "./ui/icon.tsx";
import { ChatTopicProvider, SiteProvider } from "./ui/site.tsx";

/** Everything that a page is rendered from. */
export type DocumentData = {
  site: Site;
  view: PageView;
  /** Identifies the bundles and the content that all pages share; it changes whenever either does. */
  build: string;
};

/** The changing parts of the head. */
function Head({ data: { site, view }, children }: { data: DocumentData; children: ReactNode }) {
  const { path, canonical, title, description, page } = view.page;
  const robots = path == null ? "noindex" : site.robots;
  return (
    <head>
      <title>{title}</title>
      <meta name="description" content={description} />
      {robots && <meta name="robots" content={robots} />}
      {path != null && <link rel="canonical" href={site.origin + (canonical ?? path)} />}
      {moduleOf(page) === "blog" && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={site.words.blog.heading}
          href={FEED}
        />
      )}
      {children}
    </head>
  );
}

type DocumentProps = {
  data: DocumentData;
  page: PageComponent;
  /** The page's title, which screen readers announce after client-side navigation. */
  announcement: string;
  /** Rendered by the server only: hydration leaves extra elements at the end of the head alone. */
  served?: ReactNode;
  /** Event listeners of the whole page. */
  listeners?: HTMLAttributes<HTMLBodyElement>;
};

export function Document(props: DocumentProps) {
  const { data, page: Page, announcement, served, listeners } = props;
  const { site, view } = data;
  const path = view.page.path ?? null;
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head data={data}>{served}</Head>
      <body data-ground={view.page.ground} {...listeners}>
        <SiteProvider value={site}>
          <ChatTopicProvider value={view.page.chat_topic ?? null}>
            <Shell path={path} ground={view.page.ground} hasMenu={view.page.page !== "landing"}>
              <ErrorBoundary key={path}>
                <Page view={view} />
              </ErrorBoundary>
            </Shell>
          </ChatTopicProvider>
        </SiteProvider>
        <div className="sr" role="status">
          {announcement}
        </div>
        <IconSheet />
      </body>
    </html>
  );
}
