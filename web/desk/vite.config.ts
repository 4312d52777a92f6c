// Builds the desk's two bundles, apart from the public site's: nothing of the desk is in a visitor's bytes.
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { DESK_ICONS } from "../build/desk-icons.ts";
import { entryAssets } from "../build/entry-assets.ts";
import { iconSheet } from "../build/icon-sheet.ts";
import { legacyServer } from "../build/legacy-server.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const WORKER = "service-worker";
/** React changes rarely, so it has its own file. */
const CHUNKS = [
  { name: "react", test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
];

/** Vite's helper loads style sheets before a chunk. Here no chunk has one, so that it is 0.5 kB for nothing. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
};

export default defineConfig(({ isSsrBuild }) => ({
  base: "/desk/",
  root: here("."),
  publicDir: isSsrBuild ? false : here("./public"),
  resolve: { alias: [legacyServer] },
  plugins: isSsrBuild
    ? [
        entryAssets(here("../dist/desk/client/.vite/manifest.json"), "entry-client.tsx", "/desk/"),
        iconSheet(DESK_ICONS),
      ]
    : [iconSheet(DESK_ICONS), plainImports],
  ssr: { noExternal: true, target: "webworker" },
  build: {
    target: isSsrBuild ? "es2022" : "baseline-widely-available",
    outDir: here(isSsrBuild ? "../dist/desk/server" : "../dist/desk/client"),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    minify: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild
      ? {
          input: here("./entry-server.tsx"),
          output: { format: "es", entryFileNames: "render.js", codeSplitting: false },
        }
      : {
          input: {
            "entry-client": here("./entry-client.tsx"),
            [WORKER]: here("./service-worker.ts"),
          },
          output: {
            // Browsers know a worker by its address, and its folder is how far it reaches.
            entryFileNames: ({ name }) =>
              name === WORKER ? `${WORKER}.js` : "assets/[name]-[hash].js",
            codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
          },
        },
  },
}));
