// The part of a document's head that only the server writes and the browser leaves alone: icons, font, styles, the
// first scripts, and the data for hydration.
import { boot } from "client-assets";
import early from "./early.js?script";
import { DATA_ID, type ScriptData } from "./hydration-data.ts";
import { FAVICON } from "./shell/favicon.ts";
import { INK } from "./styles/colours.ts";
import font from "./styles/fonts/schibsted-grotesk-core-wght-normal.woff2?no-inline";

/** Stops iOS from turning numbers and dates into links, which would break hydration. */
const NO_AUTO_LINKS = "telephone=no, date=no, address=no, email=no";

export type ServedHeadProps = {
  /** The style sheets of the page, in their order. */
  styles: string[];
  /** Styles of the first screen; without them the page waits for its style sheets. */
  firstScreen: string[];
  /** Modules of this page, which the first script preloads. */
  modules: string[];
  data: ScriptData;
  /** Hydration data, where it isn't in a file of its own: JSON with every "<" escaped. */
  json: string | null;
};

/** The styles of the first screen with the sheets for later, or else the sheets. */
function Styles({ styles, firstScreen }: Pick<ServedHeadProps, "styles" | "firstScreen">) {
  const links = styles.map((href) => <link key={href} rel="stylesheet" href={href} />);
  if (!firstScreen.length) return links;
  return (
    <>
      {firstScreen.map((text) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets
        <style key={text} dangerouslySetInnerHTML={{ __html: text }} />
      ))}
      <noscript>{links}</noscript>
    </>
  );
}

/** The server's Content-Security-Policy lists what is inside the document by its hash: `early.js`, and the styles. */
export function ServedHead({ styles, firstScreen, modules, data, json }: ServedHeadProps) {
  const { build, site, page, version } = data;
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      {/* Browsers continue the banner's colour above the page. */}
      <meta name="theme-color" content={INK} />
      <meta name="format-detection" content={NO_AUTO_LINKS} />
      {/* Programs that want an .ico file request /favicon.ico without being told. */}
      <link rel="icon" href={FAVICON} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      {/* Before the style sheets: a script after them would wait until they have loaded. */}
      <script
        data-boot={boot}
        data-styles={firstScreen.length ? styles.join(" ") : undefined}
        data-modules={modules.join(" ") || undefined}
        data-build={build}
        data-site={site}
        data-page={page}
        data-version={version}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
        dangerouslySetInnerHTML={{ __html: early }}
      />
      <Styles styles={styles} firstScreen={firstScreen} />
      {json && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
      )}
    </>
  );
}
