// Vite plugin: `import styles, { script } from "first-screen"` gives the server bundle what travels inside documents, so
// that their first screen waits for nothing: the styles of that screen, and the script that fetches all others. They are
// taken from the client's style sheets, which have them all again: a sheet never says other than what the document said.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin } from "vite";
import { type FirstScreenPart, firstScreenStyles } from "./first-screen-styles.ts";

/** The client's style sheets, the one with the order of layers first. */
function sheetsOf(client: string): string {
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
    readFileSync(join(client, ".vite/manifest.json"), "utf8"),
  );
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const sheets = [...new Set(files)].filter((file) => file.endsWith(".css"));
  sheets.sort((a, b) => Number(b.includes("/site-")) - Number(a.includes("/site-")));
  return sheets.map((file) => readFileSync(join(client, file), "utf8")).join("\n");
}

/**
 * `client` and `source` are folders: of the client's bundle, which must be built before the server's, and of its source.
 */
export function firstScreen(client: string, source: string): Plugin {
  const read = (name: string) => readFileSync(join(source, name), "utf8");
  /** A short style sheet of ours without comments and spaces. */
  const sheet = (name: string) =>
    read(name)
      .replace(/\/\*.*?\*\/|\s+/gs, " ")
      .replace(/;? ?([{}>+~,]) ?/g, "$1")
      .replace(/([(:;]) | (?=\))/g, "$1");
  const script = minifySync("early.js", read("early.js")).code.trim();
  let styles: Record<FirstScreenPart, string>;
  return {
    name: "first-screen",
    resolveId: (id) => (id === "first-screen" ? "\0first-screen" : null),
    load(id) {
      if (id !== "\0first-screen") return null;
      styles = firstScreenStyles(sheetsOf(client));
      styles.frame = sheet("styles/layers.css") + styles.frame + sheet("styles/first-screen.css");
      return `export default ${JSON.stringify(styles)}; export const script = ${JSON.stringify(script)};`;
    },
    // The server's Content-Security-Policy allows exactly these, by their hashes.
    generateBundle() {
      const inline = { script, styles: Object.values(styles) };
      this.emitFile({ type: "asset", fileName: "inline.json", source: JSON.stringify(inline) });
    },
  };
}
