// Tells the server bundle which hashed files the client bundle has: `import … from "client-assets"`.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;
type Files = { styles: string[]; modules: string[] };

const BOOT = "src/boot.ts";
const ENTRY = "src/entry-client.tsx";

/** Modules of pages and of groups of sections, as the manifest names them. */
const PAGE = /^src\/pages\/(.+)\.tsx$/;
const GROUP = /^src\/sections\/groups\/(.+)\.ts$/;

/** Files of a chunk and of everything it stands on, in the order style sheets must be linked. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Files {
  const files: Files = { styles: [], modules: [] };
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const name of chunk.imports ?? []) {
    const below = filesOf(manifest, name, seen);
    files.styles.push(...below.styles);
    files.modules.push(...below.modules);
  }
  files.styles.push(...(chunk.css ?? []).map((file) => `/${file}`));
  files.modules.push(`/${chunk.file}`);
  return files;
}

/** What each module whose name matches needs besides what every page has. */
function named(manifest: Manifest, pattern: RegExp): Record<string, Files> {
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

/** Reads the client's manifest when the server bundle is built; the client is built first. */
export function clientAssets(manifestPath: string): Plugin {
  return {
    name: "client-assets",
    resolveId: (id) => (id === "client-assets" ? "\0client-assets" : null),
    load(id) {
      if (id !== "\0client-assets") return null;
      const manifest: Manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
      const boot = manifest[BOOT];
      if (!boot) throw new Error(`${manifestPath} has no ${BOOT}: build the client first`);
      // The entry itself only imports the chunk that it shares with later ones: that one is the script.
      const [chunk, ...others] = (boot.imports ?? []).map((name) => manifest[name]?.file);
      if (!chunk || others.length)
        throw new Error(`${BOOT} must be one file; it imports ${boot.imports}`);
      return [
        `export const boot = ${JSON.stringify(`/${chunk}`)};`,
        `export const shared = ${JSON.stringify(filesOf(manifest, ENTRY).styles)};`,
        `export const pages = ${JSON.stringify(named(manifest, PAGE))};`,
        `export const groups = ${JSON.stringify(named(manifest, GROUP))};`,
      ].join("\n");
    },
  };
}
