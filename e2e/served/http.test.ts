// Pages and files over plain HTTP: encodings, entity tags, caching, HEAD, and the headers that protect visitors.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { ask } from "../site/http.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
beforeAll(async () => {
  await site.server.packed();
});

const get = (headers: Record<string, string>, path = "/") => ask(site.at(path), { headers });

const NEGOTIATIONS: [accept: string | undefined, coding: string | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br", "br"],
  ["GZip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0", undefined],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br;q=0, *", "gzip"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip;q=0.001, br;q=0", "gzip"],
  ["identity;q=1, br;q=0.1", undefined],
  ["deflate", undefined],
  ["x-gzip-not, compress", undefined],
];

for (const [accept, coding] of NEGOTIATIONS) {
  test(`a page asked for with Accept-Encoding ${accept === undefined ? "left out" : `"${accept}"`} comes as ${coding ?? "it is"}`, async () => {
    const answer = await get(accept === undefined ? {} : { "Accept-Encoding": accept });
    // Where every coding is forbidden, a page as it is or an honest 406 are both right (RFC 9110 §12.5.3).
    if (accept === "*;q=0" && answer.status === 406) return;
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBe(coding);
    expect(answer.headers.vary?.toLowerCase()).toContain("accept-encoding");
    expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
    expect(answer.text).toMatch(/^<!DOCTYPE html>/i);
  });
}

test("all encodings of a page hold the same document", async () => {
  const [plain, gzip, br] = [
    await get({}),
    await get({ "Accept-Encoding": "gzip" }),
    await get({ "Accept-Encoding": "br" }),
  ];
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotliDecompressSync(br.body)).toEqual(plain.body);
  expect(br.body.length).toBeLessThan(gzip.body.length);
});

test("each encoding has its own strong entity tag, which stays the same", async () => {
  const tags: (string | undefined)[] = [];
  for (const coding of ["identity", "gzip", "br"]) {
    const [first, second] = [
      await get({ "Accept-Encoding": coding }),
      await get({ "Accept-Encoding": coding }),
    ];
    expect(first.headers.etag).toMatch(/^"[^"]+"$/);
    expect(second.headers.etag).toBe(first.headers.etag);
    tags.push(first.headers.etag);
  }
  expect(new Set(tags).size).toBe(3);
});

test("If-None-Match answers 304 for the tag, a list, a weak form and a star, and 200 for another", async () => {
  const { headers } = await get({ "Accept-Encoding": "br" });
  const tag = headers.etag!;
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "third"`, "*"]) {
    const answer = await get({ "Accept-Encoding": "br", "If-None-Match": known });
    expect(answer.status, known).toBe(304);
    expect(answer.body.length, known).toBe(0);
    expect(answer.headers.etag, known).toBe(tag);
    expect(answer.headers.vary?.toLowerCase(), known).toContain("accept-encoding");
    expect(answer.headers["cache-control"], known).toBe(headers["cache-control"]);
  }
  for (const other of ['"other"', tag.replace(/"/g, ""), `${tag.slice(0, -1)}x"`]) {
    expect((await get({ "Accept-Encoding": "br", "If-None-Match": other })).status, other).toBe(
      200,
    );
  }
});

test("HEAD answers like GET without the body", async () => {
  for (const path of ["/", "/no-such-page", "/services"]) {
    const [got, head] = [
      await ask(site.at(path), { headers: { "Accept-Encoding": "br" } }),
      await ask(site.at(path), { method: "HEAD", headers: { "Accept-Encoding": "br" } }),
    ];
    expect(head.status).toBe(got.status);
    expect(head.body.length).toBe(0);
    for (const name of [
      "content-type",
      "content-length",
      "content-encoding",
      "etag",
      "vary",
      "cache-control",
      "location",
    ]) {
      // HEAD may leave the length out (RFC 9110 §9.3.2), but may not say another one.
      if (name === "content-length" && head.headers[name] === undefined && got.body.length === 0)
        continue;
      expect(head.headers[name], `${name} of ${path}`).toBe(got.headers[name]);
    }
  }
});

test("other methods on a page are refused", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const answer = await ask(site.at("/"), { method });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.allow).toMatch(/GET/);
  }
});

test("pages are asked about each time, hashed files are kept for a year", async () => {
  const page = await get({ "Accept-Encoding": "br" });
  expect(page.headers["cache-control"]).toMatch(
    /no-cache|max-age=0.*must-revalidate|must-revalidate.*max-age=0/,
  );
  expect(page.headers["cache-control"]).not.toMatch(/no-store|immutable/);
  const files = [
    ...new Set(
      [...page.text.matchAll(/(?:src|href|srcset)="(\/[^"#?]+\.(?:js|css|woff2|svg|png))"/g)].map(
        ([, path]) => path!,
      ),
    ),
  ];
  expect(files.length).toBeGreaterThan(5);
  for (const path of files) {
    const file = await get({ "Accept-Encoding": "br" }, path);
    expect(file.status, path).toBe(200);
    if (/^\/(assets|media)\//.test(path))
      expect(file.headers["cache-control"], path).toMatch(/max-age=31536000.*immutable/);
    if (/\.(js|css|svg)$/.test(path)) expect(file.headers["content-encoding"], path).toBe("br");
    expect(file.headers["content-type"], path).toMatch(
      {
        js: /javascript/,
        css: /text\/css/,
        woff2: /font\/woff2/,
        svg: /image\/svg\+xml/,
        png: /image\/png/,
      }[path.split(".").at(-1)!]!,
    );
    expect(file.headers["x-content-type-options"], path).toBe("nosniff");
  }
});

test("a CDN may keep pages for a minute at most, and nothing that is an error or an answer to a form", async () => {
  const minute = /^max-age=30, stale-while-revalidate=30, stale-if-error=\d+$/;
  const { headers } = await get({ "Accept-Encoding": "br" });
  const again = await get({ "Accept-Encoding": "br", "If-None-Match": headers.etag! });
  expect(again.status).toBe(304);
  for (const kept of [headers, again.headers]) {
    expect(kept["cache-control"]).toBe("max-age=0, must-revalidate, s-maxage=30, no-transform");
    expect(kept["cdn-cache-control"]).toMatch(minute);
  }
  const others = {
    "/no-such-page": {},
    "/blogs/no-such-post": {},
    "/admin/front/blogs": {},
    "/sendMail.php": { method: "POST", body: "name=" },
    "/": { method: "DELETE" },
  };
  for (const [path, asking] of Object.entries(others)) {
    const answer = await ask(site.at(path), asking);
    expect(answer.headers["cdn-cache-control"], path).toBeUndefined();
    expect(answer.headers["cache-control"], path).toMatch(/^no-(store|cache)(, no-transform)?$/);
  }
});

test("a strict policy says where scripts come from, and the usual protections are set", async () => {
  for (const path of ["/", "/no-such-page"]) {
    const { headers } = await get({}, path);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/(script-src|default-src)[^;]*'self'/);
    expect(policy.match(/script-src[^;]*/)?.[0] ?? policy).not.toMatch(
      /unsafe-inline|unsafe-eval|\*/,
    );
    expect(policy, "no plug-ins").toMatch(/object-src 'none'|default-src 'none'/);
    for (const part of ["base-uri", "frame-ancestors", "form-action"])
      expect(policy, part).toContain(part);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBeTruthy();
    expect(headers["x-powered-by"]).toBeUndefined();
  }
});

test("whatever is no page of ours has a policy that runs nothing, whatever its kind", async () => {
  const left = [
    "/",
    "/blogs",
    "/contact-us",
    "/sitemap.xml",
    "/robots.txt",
    "/admin/front/blogs",
    "/healthz",
    "/desk/",
  ];
  const [seen, kinds] = [new Set<string>(), new Map<string, string>()];
  for (let path = left.pop(); path; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { status, headers, text } = await ask(site.at(path));
    if (status !== 200) continue;
    const kind = (headers["content-type"] ?? "").split(";")[0]!;
    const policy = headers["content-security-policy"] ?? "";
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(policy, path).toMatch(/^default-src 'none'/);
    const runs = { "text/html": /script-src 'self'/, "text/javascript": /connect-src 'self'$/ }[
      kind
    ];
    const shows = kind.endsWith("xml") && kind !== "image/svg+xml" ? /inline'$/ : /; sandbox$/;
    expect(policy, `${path}, ${kind}`).toMatch(runs ?? shows);
    kinds.set(kind, policy);
    if (!/html|json|javascript|css|xml/.test(kind) || kind === "image/svg+xml") continue;
    for (const [, found] of text.matchAll(/["'( ](\/[a-z_][\w./-]*\.\w+)["') ?]/g))
      left.push(found!);
  }
  expect([...kinds.keys()].sort()).toEqual(
    expect.arrayContaining([
      "application/json",
      "application/xml",
      "font/woff2",
      "image/svg+xml",
      "text/css",
      "text/html",
      "text/javascript",
      "text/plain",
    ]),
  );
});

test("the public address says ok and nothing more; details are on the admin address only", async () => {
  const health = await ask(site.at("/healthz"));
  expect([health.status, health.text.trim()]).toEqual([200, "ok"]);
  expect((await ask(site.at("/metrics"))).status).toBe(404);
  expect(await site.server.health()).toMatchObject({ packed: true });
});
