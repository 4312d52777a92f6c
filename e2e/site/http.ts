// Plain HTTP without a browser's habits: no redirects followed, nothing unpacked, any header as given.
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export type Answer = {
  status: number;
  headers: Record<string, string | undefined>;
  /** The bytes as they came. */
  body: Buffer;
  /** The body as text, unpacked. */
  text: string;
};

type Options = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

export function ask(
  url: string,
  { method = "GET", headers = {}, body }: Options = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming
        .on("data", (piece) => pieces.push(piece))
        .on("error", fail)
        .on("end", () => {
          const bytes = Buffer.concat(pieces);
          const got = incoming.headers as Record<string, string | undefined>;
          done({
            status: incoming.statusCode ?? 0,
            headers: got,
            body: bytes,
            text: unpacked(bytes, got["content-encoding"]),
          });
        });
    });
    outgoing.on("error", fail).end(body);
  });
}

function unpacked(bytes: Buffer, encoding?: string): string {
  if (bytes.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(bytes).toString("utf8");
  if (encoding === "gzip") return gunzipSync(bytes).toString("utf8");
  return bytes.toString("utf8");
}

/** Follows redirects by hand: every stop on the way, the last one included. */
export async function follow(url: string): Promise<{ address: string; status: number }[]> {
  const stops: { address: string; status: number }[] = [];
  let address: string | undefined = url;
  while (address && stops.length < 10) {
    const answer: Answer = await ask(address);
    stops.push({ address: pathOf(address), status: answer.status });
    const next: string | undefined =
      answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
    address = next && new URL(next, address).href;
  }
  return stops;
}

/** Path, query and anchor of an address. */
export function pathOf(address: string): string {
  const url = new URL(address);
  return url.pathname + url.search + url.hash;
}
