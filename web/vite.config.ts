// Builds the two bundles: the client (hashed files for browsers) and the server (one file for the JavaScript engine
// inside the binary, which has neither Node's APIs nor a DOM).
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { clientAssets } from "./build/client-assets.ts";
import { firstScreen } from "./build/first-screen.ts";
import { iconSheet } from "./build/icon-sheet.ts";
import { legacyServer } from "./build/legacy-server.ts";
import { SITE_BROWSERS } from "./build/oldest-browsers.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SITE =
  /icon-sheet|\/web\/ui\/(?!dubai)|\/src\/(styles|ui|shell|navigation|pages\/(?!sections|blog)|blog\/address|sections\/(registry|groups\.ts)|document|routes|app|measures|request-form\/visit)/;
/** Styles that nearly every page needs; they are in the style sheet of all pages, to save a request. */
const COMMON_STYLES =
  /\/src\/(sections\/(key-facts|steps|story|plan-cards|request|questions)|request-form\/[\w-]+)\.css/;
/** Styles that only pages other than home need; they are one file too. */
const INNER_STYLES =
  /\/src\/sections\/(?!hero|service-cards|emergency|testimonials|brands)[\w-]+\.css/;

/**
 * React changes rarely, so it has its own file. The code that every page needs is one file and one style sheet, which
 * puts the order of layers first. The boot script must not import either.
 */
const CHUNKS = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: "boot",
    test: /preload-helper|\/ui\/double-click|\/src\/(browser\/(?!count)|boot)/,
    priority: 2,
  },
  { name: "site", test: (id: string) => SITE.test(id) || COMMON_STYLES.test(id), priority: 1 },
  { name: "inside", test: INNER_STYLES },
];

export default defineConfig(({ isSsrBuild }) => ({
  base: "/",
  publicDir: isSsrBuild ? false : "public",
  resolve: {
    alias: [legacyServer],
  },
  plugins: isSsrBuild
    ? [clientAssets(here("./dist/client/.vite/manifest.json")), firstScreen(), iconSheet()]
    : [iconSheet()],
  ssr: { noExternal: true, target: "webworker" },
  build: {
    // The styles inside documents are for the same browsers as the sheets.
    target: SITE_BROWSERS,
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    minify: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild
      ? {
          input: here("./src/entry-server.tsx"),
          output: { format: "es", entryFileNames: "render.js", codeSplitting: false },
        }
      : {
          input: here("./src/boot.ts"),
          output: { codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false } },
        },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    isolate: false,
    testTimeout: 120_000,
  },
}));
