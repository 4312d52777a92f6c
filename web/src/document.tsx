// The one HTML shell: head, shell, page, and the data the browser goes on with.
import font from "./styles/fonts/schibsted-grotesk-core-wght-normal.woff2?no-inline";
import "./styles/index.ts";
import type { HTMLAttributes, ReactNode } from "react";
import { FEED } from "./blog/address.ts";
import type { Site } from "./contract/content.ts";
import { ErrorBoundary } from "./pages/error-boundary.tsx";
import { moduleOf } from "./pages/kinds.ts";
import type { PageComponent } from "./pages/on-demand.ts";
import type { PageView } from "./sections/page-view.ts";
import dismissed from "./shell/banner-dismissed.js?raw";
import { FAVICON } from "./shell/favicon.ts";
import { Shell } from "./shell/shell.tsx";
import { IconSheet } from "./ui/icon.tsx";
import { SiteProvider } from "./ui/site.tsx";

/** Everything a page was rendered from; the browser hydrates from the very same. */
export type DocumentData = {
  site: Site;
  view: PageView;
  /** Names the bundles and the content: another one means another site. */
  build: string;
  /** The first script. */
  boot: string;
  styles: string[];
  /** Modules of this page, which the first script fetches early. */
  modules: string[];
};

export const DATA_ID = "page-data";

/** The colour of the banner, which browsers continue above the page: `--color-ink`. */
const THEME_COLOUR = "#08252d";

/** iOS turns numbers and dates into links of its own, and hydration then finds a changed document. */
const NO_OWN_LINKS = "telephone=no, date=no, address=no, email=no";

function Data({ json }: { json: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
  return <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** What a visitor has dismissed is gone before anything is drawn. The server's policy names this script by its digest. */
function HideDismissed() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our own
  return <script dangerouslySetInnerHTML={{ __html: dismissed }} />;
}

function Head({ data, children }: { data: DocumentData; children: ReactNode }) {
  const { site, view, boot, styles, modules } = data;
  const { path, canonical, title, description, page } = view.page;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {/* A site without a public address is not for search engines. */}
      {path == null || site.origin === "" ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={site.origin + (canonical ?? path)} />
      )}
      {moduleOf(page) === "blog" && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={site.words.blog.heading}
          href={FEED}
        />
      )}
      <meta name="theme-color" content={THEME_COLOUR} />
      <meta name="format-detection" content={NO_OWN_LINKS} />
      {/* Before the style sheets: a script behind them waits for them. */}
      <HideDismissed />
      {/* Whoever keeps icons finds /favicon.ico by its name. */}
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
  /** The data as it stands in the document; kept as it is when the page changes. */
  json: string;
  /** The page's title, said by screen readers after a click inside the site. */
  announcement: string;
  /**
   * What only machines read. The server draws it and the browser does not: hydration leaves alone what stands
   * in the head after everything that it knows.
   */
  forMachines?: ReactNode;
  /** What the browser listens to on the whole page. */
  listeners?: HTMLAttributes<HTMLBodyElement>;
};

export function Document(props: DocumentProps) {
  const { data, page: Page, json, announcement, forMachines, listeners } = props;
  const { site, view } = data;
  const path = view.page.path ?? null;
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head data={data}>
        <Data json={json} />
        {forMachines}
      </Head>
      <body data-ground={view.page.ground} {...listeners}>
        <SiteProvider value={site}>
          <Shell path={path} ground={view.page.ground}>
            <ErrorBoundary key={path}>
              <Page view={view} />
            </ErrorBoundary>
          </Shell>
        </SiteProvider>
        <div className="sr" role="status">
          {announcement}
        </div>
        <IconSheet />
      </body>
    </html>
  );
}
