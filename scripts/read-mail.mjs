// Reads a mail as a mail program does: unfolded and decoded headers, decoded parts (RFC 5322, 2045, 2047).

/** @typedef {{type: string, text: string}} Part */
/** @typedef {{headers: Map<string, string[]>, header: (name: string) => string, parts: Part[], text: string, html: string, raw: string}} Mail */

/** @param {string} raw @returns {Mail} */
export function readMail(raw) {
  const { headers, body } = split(raw.replace(/\r\n/g, "\n"));
  const parts = partsOf(headers, body);
  const part = (/** @type {string} */ type) => parts.find((one) => one.type === type)?.text ?? "";
  return {
    headers,
    parts,
    raw,
    header: (name) => headers.get(name.toLowerCase())?.join(", ") ?? "",
    text: part("text/plain"),
    html: part("text/html"),
  };
}

/** @param {string} text */
function split(text) {
  const at = text.indexOf("\n\n");
  const head = at < 0 ? text : text.slice(0, at);
  /** @type {Map<string, string[]>} */
  const headers = new Map();
  for (const line of head.replace(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), decodeWords(line.slice(colon + 1).trim())]);
  }
  return { headers, body: at < 0 ? "" : text.slice(at + 2) };
}

/** Encoded words become text; the blank between two of them is not part of it. @param {string} text */
function decodeWords(text) {
  return text
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi, (_, charset, kind, word) => {
      const bytes =
        kind.toLowerCase() === "b"
          ? Buffer.from(word, "base64")
          : quotedPrintable(word.replace(/_/g, " "));
      return new TextDecoder(charset).decode(bytes);
    });
}

/** @param {string} text */
function quotedPrintable(text) {
  const flat = text.replace(/=\n/g, "");
  const bytes = [];
  for (let i = 0; i < flat.length; i += 1) {
    const code = /^=[0-9A-Fa-f]{2}/.test(flat.slice(i, i + 3));
    if (code) {
      bytes.push(Number.parseInt(flat.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(...Buffer.from(flat[i], "utf8"));
  }
  return Buffer.from(bytes);
}

/** @param {Map<string, string[]>} headers @param {string} body @returns {Part[]} */
function partsOf(headers, body) {
  const type = headers.get("content-type")?.[0] ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (type.startsWith("multipart/") && boundary) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((piece) => {
        const inner = split(piece.replace(/^\n/, "").replace(/\n$/, ""));
        return partsOf(inner.headers, inner.body);
      });
  }
  const encoding = (headers.get("content-transfer-encoding")?.[0] ?? "7bit").toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? quotedPrintable(body)
        : Buffer.from(body, "utf8");
  return [{ type: type.split(";")[0].trim().toLowerCase(), text: bytes.toString("utf8") }];
}
