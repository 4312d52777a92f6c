// Tells the server bundle which hashed files the client bundle has: `import … from "client-assets"`.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Chunk = { file: string; css?: string[]; imports?: string[] };

const BOOT = "src/boot.ts";
const ENTRY = "src/entry-client.tsx";

/** Style sheets of a chunk and of everything it stands on, in the order they must be linked. */
function stylesOf(
  manifest: Record<string, Chunk>,
  key: string,
  seen = new Set<string>(),
): string[] {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  const below = (chunk.imports ?? []).flatMap((name) => stylesOf(manifest, name, seen));
  return [...below, ...(chunk.css ?? []).map((file) => `/${file}`)];
}

/** Reads the client's manifest when the server bundle is built; the client is built first. */
export function clientAssets(manifestPath: string): Plugin {
  return {
    name: "client-assets",
    resolveId: (id) => (id === "client-assets" ? "\0client-assets" : null),
    load(id) {
      if (id !== "\0client-assets") return null;
      const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, "utf8"));
      const boot = manifest[BOOT];
      if (!boot) throw new Error(`${manifestPath} has no ${BOOT}: build the client first`);
      const below = (boot.imports ?? []).flatMap((name) => manifest[name]?.file ?? []);
      const scripts = [boot.file, ...below].map((file) => `/${file}`);
      const shared = stylesOf(manifest, ENTRY);
      const styles: Record<string, string[]> = { messages: shared };
      for (const key of Object.keys(manifest)) {
        const page = /^src\/pages\/(.+)\.tsx$/.exec(key)?.[1];
        if (page) styles[page] = [...new Set([...shared, ...stylesOf(manifest, key)])];
      }
      return [
        `export const boot = ${JSON.stringify(scripts)};`,
        `export const styles = ${JSON.stringify(styles)};`,
      ].join("\n");
    },
  };
}
