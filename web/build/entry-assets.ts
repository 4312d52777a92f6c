// Vite plugin: `import … from "entry-assets"` gives the server bundle the hashed files of a client bundle with one entry.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[] };

/** Reads the client's manifest, so the client must be built before the server bundle. */
export function entryAssets(manifestPath: string, entry: string, base: string): Plugin {
  return {
    name: "entry-assets",
    resolveId: (id) => (id === "entry-assets" ? "\0entry-assets" : null),
    load(id) {
      if (id !== "\0entry-assets") return null;
      const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, "utf8"));
      const chunk = manifest[entry];
      if (!chunk) throw new Error(`${manifestPath} has no ${entry}: build the client first`);
      const styles = Object.values(manifest).flatMap(({ file, css }) =>
        file.endsWith(".css") ? [file] : (css ?? []),
      );
      const modules = (chunk.imports ?? []).map((name) => manifest[name]?.file);
      const addresses = (files: (string | undefined)[]) =>
        JSON.stringify([...new Set(files)].map((file) => base + file));
      return [
        `export const boot = ${JSON.stringify(base + chunk.file)};`,
        `export const styles = ${addresses(styles)};`,
        `export const modules = ${addresses(modules)};`,
      ].join("\n");
    },
  };
}
