// Vite plugin for what travels inside documents, so that their first screen waits for nothing: it leaves unread tokens out
// of the style sheets in `first-screen/`, gives `early.js?script` as minified text, and lists all of them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { minifySync, type Plugin } from "vite";

const SHEET = /\/src\/first-screen\/[\w-]+\.css\?inline$/;
/** The sheet that every document has first. */
const FRAME = "/frame.css?inline";
const SCRIPT = /\?script$/;
/** The rule that has all tokens, after minification, and a declaration in it; no value has a semicolon. */
const TOKENS = /:root{(--[^{}]*)}/;
const TOKEN = /(--[\w-]+):[^;]*;?/g;

const readBy = (css: string) =>
  new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));

export function firstScreen(): Plugin {
  return {
    name: "first-screen",
    enforce: "post",
    load(id) {
      if (!SCRIPT.test(id)) return null;
      const file = id.replace(SCRIPT, "");
      const script = minifySync(file, readFileSync(file, "utf8")).code.trim();
      return `export default ${JSON.stringify(script)};`;
    },
    // Each sheet has the tokens that it reads, unless the frame has them.
    async transform(code, id) {
      if (!SHEET.test(id)) return null;
      const isFrame = id.endsWith(FRAME);
      const frame = isFrame
        ? null
        : await this.load({ id: id.replace(/\/[\w-]+\.css\?inline$/, FRAME) });
      const [read, others] = [readBy(code), readBy(frame?.code ?? "")];
      const tokens = (_: string, all: string) => {
        const kept = all.replace(TOKEN, (token, name) =>
          read.has(name) && !others.has(name) ? token : "",
        );
        return kept && `:root{${kept.replace(/;$/, "")}}`;
      };
      return { code: code.replace(TOKENS, tokens), map: { mappings: "" } };
    },
    // The server's Content-Security-Policy allows exactly these, by their hashes.
    async writeBundle({ dir }) {
      const { inline } = await import(pathToFileURL(join(dir ?? "", "render.js")).href);
      writeFileSync(join(dir ?? "", "inline.json"), JSON.stringify(inline));
    },
  };
}
