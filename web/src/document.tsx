// The HTML document of every page: head, shell, page, and the data that the browser hydrates from.
import font from "./styles/fonts/schibsted-grotesk-core-wght-normal.woff2?no-inline";
import "./styles/index.ts";
import type { HTMLAttributes, ReactNode } from "react";
import { FEED } from "./blog/address.ts";
import type { Site } from "./contract/content.ts";
import { ErrorBoundary } from "./pages/error-boundary.tsx";
import { moduleOf } from "./pages/kinds.ts";
import type { PageComponent } from "./pages/lazy.ts";
import type { PageView } from "./sections/page-view.ts";
import dismissed from "./shell/banner-dismissed.js?raw";
import { FAVICON } from "./shell/favicon.ts";
import { Shell } from "./shell/shell.tsx";
import { INK } from "./styles/colours.ts";
import { IconSheet } from "./ui/icon.tsx";
import { ChatTopicProvider, SiteProvider } from "./ui/site.tsx";

/** Everything that a page is rendered from, on the server and again when the browser hydrates. */
export type DocumentData = {
  site: Site;
  view: PageView;
  /** Identifies the bundles and the content; it changes whenever either does. */
  build: string;
  /** Address of the first script. */
  boot: string;
  styles: string[];
  /** Modules of this page, which the first script preloads. */
  modules: string[];
};

export const DATA_ID = "page-data";

/** Stops iOS from turning numbers and dates into links, which would break hydration. */
const NO_AUTO_LINKS = "telephone=no, date=no, address=no, email=no";

function Data({ json }: { json: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
  return <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * Hides the dismissed banner before the first paint. The server's content security policy lists this script by its
 * hash.
 */
function HideDismissed() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
  return <script dangerouslySetInnerHTML={{ __html: dismissed }} />;
}

function Head({ data, children }: { data: DocumentData; children: ReactNode }) {
  const { site, view, boot, styles, modules } = data;
  const { path, canonical, title, description, page } = view.page;
  const robots = path == null ? "noindex" : site.robots;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
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
      {/* Browsers continue the banner's colour above the page. */}
      <meta name="theme-color" content={INK} />
      <meta name="format-detection" content={NO_AUTO_LINKS} />
      {/* Before the style sheets: a script after them would wait until they have loaded. */}
      <HideDismissed />
      {/* Programs that want an .ico file request /favicon.ico without being told. */}
      <link rel="icon" href={FAVICON} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" async src={boot} data-modules={modules.join(" ") || undefined} />
      {children}
    </head>
  );
}

type DocumentProps = {
  data: DocumentData;
  page: PageComponent;
  /** The data as serialised in the document; it stays the same when the page changes. */
  json: string;
  /** The page's title, which screen readers announce after client-side navigation. */
  announcement: string;
  /**
   * Metadata for search engines and chat apps, rendered by the server only: hydration leaves extra elements at the
   * end of the head alone.
   */
  metadata?: ReactNode;
  /** Event listeners of the whole page. */
  listeners?: HTMLAttributes<HTMLBodyElement>;
};

export function Document(props: DocumentProps) {
  const { data, page: Page, json, announcement, metadata, listeners } = props;
  const { site, view } = data;
  const path = view.page.path ?? null;
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head data={data}>
        <Data json={json} />
        {metadata}
      </Head>
      <body data-ground={view.page.ground} {...listeners}>
        <SiteProvider value={site}>
          <ChatTopicProvider value={view.page.chat_topic ?? null}>
            <Shell path={path} ground={view.page.ground}>
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
