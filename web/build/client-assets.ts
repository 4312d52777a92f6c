// Vite plugin: `import … from "client-assets"` gives the server bundle the client bundle's hashed file names.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;
type Files = { styles: string[]; modules: string[] };

const BOOT = "src/boot.ts";
const ENTRY = "src/entry-client.tsx";

/** The manifest's keys of page modules and of groups of sections. */
const PAGE = /^src\/pages\/(.+)\.tsx$/;
const GROUP = /^src\/sections\/groups\/(.+)\.ts$/;

/** Files of a chunk and its imports, in the order in which style sheets must be linked. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Files {
  const files: Files = { styles: [], modules: [] };
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const name of chunk.imports ?? []) {
    const imported = filesOf(manifest, name, seen);
    files.styles.push(...imported.styles);
    files.modules.push(...imported.modules);
  }
  files.styles.push(...(chunk.css ?? []).map((file) => `/${file}`));
  files.modules.push(`/${chunk.file}`);
  return files;
}

/** For each module whose key matches: the files it needs in addition to those of every page. */
function extraFiles(manifest: Manifest, pattern: RegExp): Record<string, Files> {
  const found: Record<string, Files> = {};
  for (const key of Object.keys(manifest)) {
    const name = pattern.exec(key)?.[1];
    if (!name) continue;
    const shared = new Set<string>();
    filesOf(manifest, ENTRY, shared);
    found[name] = filesOf(manifest, key, shared);
  }
  return found;
}

/** Reads the client's manifest, so the client must be built before the server bundle. */
export function clientAssets(manifestPath: string): Plugin {
  return {
    name: "client-assets",
    resolveId: (id) => (id === "client-assets" ? "\0client-assets" : null),
    load(id) {
      if (id !== "\0client-assets") return null;
      const manifest: Manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
      const boot = manifest[BOOT];
      if (!boot) throw new Error(`${manifestPath} has no ${BOOT}: build the client first`);
      // Where the entry file only imports one shared chunk, the document links that chunk directly.
      const [chunk = boot.file, ...others] = (boot.imports ?? []).map(
        (name) => manifest[name]?.file,
      );
      if (others.length) throw new Error(`${BOOT} must be one file; it imports ${boot.imports}`);
      return [
        `export const boot = ${JSON.stringify(`/${chunk}`)};`,
        `export const shared = ${JSON.stringify(filesOf(manifest, ENTRY).styles)};`,
        `export const pages = ${JSON.stringify(extraFiles(manifest, PAGE))};`,
        `export const groups = ${JSON.stringify(extraFiles(manifest, GROUP))};`,
      ].join("\n");
    },
  };
}
