// The two bundles: the client (hashed files for browsers) and the server (one file for the
// JavaScript engine inside the binary, which knows neither Node nor the DOM).
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { clientAssets } from "./build/client-assets.ts";
import { drawIconSheet } from "./build/icon-sheet.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const iconSheet = here("./node_modules/.icon-sheet/icons.svg");
drawIconSheet(iconSheet);

const SITE =
  /icon-sheet|\/src\/(styles|ui|shell|navigation|pages\/(?!sections|blog)|blog\/address|sections\/(at-hand|groups\.ts)|document|routes|app|measures|request-form\/visit)/;

/**
 * React changes rarely and keeps its own file. What every page shows is one file and one style sheet,
 * so that the order of layers comes first. What the first small script needs must not pull in either.
 */
const CHUNKS = [
  { name: "react", test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
  { name: "start", test: /preload-helper|\/src\/browser\//, priority: 2 },
  { name: "site", test: SITE, priority: 1 },
];

export default defineConfig(({ isSsrBuild }) => ({
  base: "/",
  publicDir: isSsrBuild ? false : "public",
  resolve: {
    alias: [
      { find: "icon-sheet", replacement: `${iconSheet}?no-inline` },
      {
        find: /^react-dom\/server$/,
        replacement: here(
          "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
        ),
      },
    ],
  },
  plugins: isSsrBuild ? [clientAssets(here("./dist/client/.vite/manifest.json"))] : [],
  ssr: { noExternal: true, target: "webworker" },
  build: {
    target: isSsrBuild ? "es2022" : "baseline-widely-available",
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
  test: { environment: "jsdom", include: ["tests/**/*.test.{ts,tsx}"] },
}));
