// Builds the desk's bundle, apart from the public site's: nothing of the desk is in a visitor's bytes.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { DESK_ICONS } from "../build/desk-icons.ts";
import { drawIconSheet } from "../build/icon-sheet.ts";
import { DESK_BROWSERS } from "../build/oldest-browsers.ts";
import { FAVICON } from "../src/shell/favicon.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const WORKER = "service-worker";
/** React changes rarely, so it has its own file. */
const CHUNKS = [{ name: "react", test: /node_modules\/(react|react-dom|scheduler)\// }];

/** The document's drawings: its own icon, and the sheet of the icons that screens use. */
const drawings: Plugin = {
  name: "drawings",
  transformIndexHtml: () => [
    {
      tag: "link",
      attrs: { rel: "icon", href: FAVICON, type: "image/svg+xml" },
      injectTo: "head",
    },
    {
      tag: "div",
      attrs: { hidden: true },
      children: drawIconSheet(DESK_ICONS),
      injectTo: "body",
    },
  ],
};

/** Vite's helper loads style sheets before a chunk. Here no chunk has one, so that it is 0.5 kB for nothing. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
};

/** Tells the worker which files the document needs, for when there is no network. */
const keptFiles: Plugin = {
  name: "kept-files",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const chunksFrom = (file: string): string[] => {
        const chunk = bundle[file];
        return chunk?.type === "chunk" ? [file, ...chunk.imports.flatMap(chunksFrom)] : [];
      };
      const all = Object.values(bundle);
      const entry = all.find((one) => one.type === "chunk" && one.isEntry && one.name === "index");
      const worker = bundle[`${WORKER}.js`];
      if (!entry || worker?.type !== "chunk") throw new Error("no entry, or no worker");
      const assets = all.filter(({ type }) => type === "asset").map(({ fileName }) => fileName);
      const loaded = assets.filter((name) => name.startsWith("assets/")).sort();
      const files = [...new Set([...chunksFrom(entry.fileName), ...loaded])];
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 8);
      const build = JSON.stringify({ version, files });
      worker.code = `const DESK_BUILD=${build};${worker.code}`;
    },
  },
};

export default defineConfig({
  base: "/desk/",
  root: here("."),
  publicDir: here("./public"),
  plugins: [drawings, plainImports, keptFiles],
  build: {
    target: DESK_BROWSERS,
    outDir: here("../dist/desk"),
    emptyOutDir: true,
    manifest: true,
    minify: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: here("./index.html"), [WORKER]: here("./service-worker.ts") },
      output: {
        // Browsers know a worker by its address, and its folder is how far it reaches.
        entryFileNames: ({ name }) =>
          name === WORKER ? `${WORKER}.js` : "assets/[name]-[hash].js",
        codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
      },
    },
  },
});
