// The HTML document of every screen: head, navigation, screen, and the data that the browser hydrates from.
import "./styles/index.ts";
import type { ReactNode } from "react";
import type { Desk } from "../src/contract/desk.ts";
import { FAVICON } from "../src/shell/favicon.ts";
import font from "../src/styles/fonts/schibsted-grotesk-core-wght-normal.woff2?no-inline";
import { IconSheet } from "./ui/icon.tsx";

/** The bundle's files, by their addresses. */
export type Files = { boot: string; modules: string[]; styles: string[] };

/** Everything that a screen is rendered from, on the server and again when the browser hydrates. */
export type DocumentData = { desk: Desk; files: Files };

export const DATA_ID = "desk-data";

/** Stops iOS from turning numbers and dates into links, which would break hydration. */
const NO_AUTO_LINKS = "telephone=no, date=no, address=no, email=no";
const VIEWPORT =
  "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content";

type Props = {
  /** As at first: hydration compares. */
  data: DocumentData;
  title: string;
  /** The theme: screens with previews stay light. */
  theme: "auto" | "light";
  /** What the body's layout depends on, such as `bare` or `has-dock`. */
  layout: string;
  children: ReactNode;
};

export function Document({ data, title, theme, layout, children }: Props) {
  const { boot, modules, styles } = data.files;
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return (
    <html lang="en-GB" dir="ltr" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={VIEWPORT} />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content={NO_AUTO_LINKS} />
        <link rel="icon" href={FAVICON} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/desk/apple-touch-icon.png" />
        <link rel="manifest" href="/desk/manifest.webmanifest" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {modules.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {/* Not async: hydration needs the whole document, which under load comes in pieces. */}
        <script type="module" src={boot} />
        <script
          id={DATA_ID}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
          dangerouslySetInnerHTML={{ __html: json }}
        />
      </head>
      <body className={layout || undefined}>
        {children}
        <IconSheet />
      </body>
    </html>
  );
}
