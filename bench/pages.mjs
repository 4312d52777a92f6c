// Server CPU per request for the home page, beside nginx serving the very same gzip bytes from disk; one core each.
import { Amwaj } from "../scripts/shared/amwaj.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";
import { leaveFirstCore, ON_FIRST_CORE } from "./cores.mjs";
import { get, load, median, passedOn } from "./load.mjs";
import { startNginx } from "./nginx.mjs";

const options = commandLine(
  "Compares amwaj with nginx: same bytes, same load tool (wrk), runs in turn, medians of CPU per request.",
  {
    pairs: [7, "how many runs of each"],
    seconds: [4, "how long one run lasts"],
    connections: [32, "connections kept busy"],
    aim: [0.9, "the ratio that is asked for with equal headers"],
    unmodified: [1, "the same where the client has the page already"],
  },
);
/** Runs in turn: A B A B …, so that a busy moment hits both.
 * @param {string} title @param {{url: string, pids: number[], headers: string[]}} ours @param {{url: string, pids: number[], headers: string[]}} theirs */
async function compare(title, ours, theirs) {
  const seen = { ours: /** @type {any[]} */ ([]), theirs: /** @type {any[]} */ ([]) };
  for (let pair = 0; pair < options.pairs; pair += 1) {
    seen.ours.push(await load(ours, options));
    seen.theirs.push(await load(theirs, options));
  }
  const [a, b] = [seen.ours, seen.theirs].map((runs) => ({
    micros: median(runs.map(({ micros }) => micros)),
    rate: median(runs.map(({ rate }) => rate)),
  }));
  const ratio = a.micros / b.micros;
  note(
    `${title.padEnd(34)} amwaj ${a.micros.toFixed(1)} µs, nginx ${b.micros.toFixed(1)} µs of CPU a request; ratio ${ratio.toFixed(2)} (${Math.round(a.rate)} and ${Math.round(b.rate)} requests a second)`,
  );
  return ratio;
}

const { claim, note, end } = claims(
  `bench: home beside nginx, ${options.pairs} runs of ${options.seconds} s each, in turn`,
);
leaveFirstCore();
const amwaj = await Amwaj.start({ env: { AMWAJ_LOG: "warn" }, under: ON_FIRST_CORE });
/** Headers of a browser that opens the page: views are counted, and nginx reads the same. */
const browser = [
  "Accept-Encoding: gzip",
  "Accept: text/html,application/xhtml+xml",
  "Sec-Fetch-Dest: document",
  "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36",
];
try {
  await amwaj.packed();
  const page = await get(`${amwaj.url}/`, { "Accept-Encoding": "gzip" });
  if (page.headers["content-encoding"] !== "gzip")
    throw new Error("the home page did not come as gzip");
  const same = passedOn(page.headers);
  const ours = { url: `${amwaj.url}/`, pids: [amwaj.pid] };
  note(
    `${page.body.length} bytes of gzip; headers that nginx gets too: ${same.map(([name]) => name).join(", ") || "none"}`,
  );
  for (const [name, headers] of /** @type {const} */ ([
    ["equal headers", same],
    ["nginx with its own headers only", []],
  ])) {
    const nginx = await startNginx(page.body, [...headers]);
    try {
      const theirPage = await get(nginx.url, { "Accept-Encoding": "gzip" });
      if (!theirPage.body.equals(page.body)) throw new Error("nginx serves other bytes");
      const theirs = { url: nginx.url, pids: nginx.pids() };
      const whole = await compare(
        `200, ${name}`,
        { ...ours, headers: browser },
        { ...theirs, headers: browser },
      );
      const known = (/** @type {any} */ answer) => [
        ...browser,
        `If-None-Match: ${answer.headers.etag}`,
      ];
      for (const [url, answer] of /** @type {const} */ ([
        [ours.url, page],
        [nginx.url, theirPage],
      ])) {
        const again = await get(url, {
          "Accept-Encoding": "gzip",
          "If-None-Match": answer.headers.etag ?? "",
        });
        if (again.status !== 304) throw new Error(`${url} does not answer 304 but ${again.status}`);
      }
      const unmodified = await compare(
        `304, ${name}`,
        { ...ours, headers: known(page) },
        { ...theirs, headers: known(theirPage) },
      );
      if (headers === same) {
        claim(
          `CPU per request at most ${options.aim} of nginx's, equal headers`,
          whole <= options.aim,
          whole.toFixed(2),
        );
        claim(
          `CPU per 304 at most ${options.unmodified} of nginx's, equal headers`,
          unmodified <= options.unmodified,
          unmodified.toFixed(2),
        );
      }
    } finally {
      await nginx.stop();
    }
  }
} finally {
  await amwaj.stop();
}
end();
