// Reads a mail as a mail program does: decoded headers, text and HTML.
import { createRequire } from "node:module";

/** The libraries of the tests are installed in e2e/. */
const fromTests = createRequire(new URL("../../e2e/package.json", import.meta.url));
/** @type {typeof import("../../e2e/node_modules/postal-mime")} */
const PostalMime = fromTests("postal-mime");

/** @typedef {{headers: Map<string, string[]>, header: (name: string) => string, text: string, html: string}} Mail */

/** @param {string | Uint8Array} raw @returns {Promise<Mail>} headers by their names in small letters */
export async function readMail(raw) {
  const email = await PostalMime.parse(raw);
  /** @type {Map<string, string[]>} */
  const headers = new Map();
  for (const { key, value } of email.headers)
    headers.set(key, [...(headers.get(key) ?? []), PostalMime.decodeWords(value)]);
  return {
    headers,
    header: (name) => headers.get(name.toLowerCase())?.join(", ") ?? "",
    text: email.text ?? "",
    html: email.html ?? "",
  };
}
