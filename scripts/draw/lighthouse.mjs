// Lighthouse on the pages, as on a mid-range phone with a slow line: a table, worst first, and limits that are promises.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "../../bench/load.mjs";
import { Amwaj, freePort, newFolder, ROOT } from "../shared/amwaj.mjs";
import { CHROMIUM, FLAGS } from "../shared/browser.mjs";
import { claims } from "../shared/claims.mjs";
import { HOST, until } from "../shared/authority.mjs";
import { selfSigned, tlsSettings } from "../shared/self-signed.mjs";
import { sitePages } from "../shared/pages.mjs";

const HELP = `node scripts/draw/lighthouse.mjs [--all] [--https] [--throttled] [--runs N] [PATH…]

Measures three pages, every page with --all, or the named ones; with --https over TLS and HTTP/2. Lighthouse simulates the
phone and its line. With --throttled Chromium and its line are really slowed down; each request then takes 0.6 s, so the
largest paint has no limit, nor has the longest task. Each page is measured --runs times (5), and each figure is the median.

Lighthouse's blocking time counts what a task waited for a core, too, and Chromium's own processes take those. The column
"task" has the longest task's time on a core, four times as long as it was here, as on the phone.`;

/** The pages that stand for all: the heaviest ones of their kind. */
const SAMPLE = [
  "/",
  "/services/ac-repair-and-maintenance-service-dubai",
  "/annual-maintenance-contracts",
];
const CATEGORIES = /** @type {const} */ (["performance", "accessibility", "best-practices", "seo"]);
const LIMITS = {
  performance: 100,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
  /** Milliseconds: the largest paint, blocking, and the longest task's time on a core. */
  lcp: 900,
  tbt: 20,
  task: 50,
  /** Score, kB of brotli. */
  cls: 0.01,
  script: 83.5,
};

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(HELP);
  process.exit(0);
}
const runs = words.includes("--runs") ? Number(words[words.indexOf("--runs") + 1]) : 5;
const named = words.filter((word) => word.startsWith("/"));
const isThrottled = words.includes("--throttled");
const every = sitePages().pages.map(({ path }) => path);
const paths = named.length ? named : words.includes("--all") ? every : SAMPLE;

const fromTests = createRequire(join(ROOT, "e2e/package.json"));
/** @param {string} name a package of the tests */
const load = (name) => import(pathToFileURL(fromTests.resolve(name)).href);

/** @typedef {Record<keyof typeof LIMITS, number>} Row */

const KEYS = /** @type {(keyof Row)[]} */ (Object.keys(LIMITS));

/** @param {Row} row */
function misses(row) {
  return KEYS.filter((key) => {
    if (isThrottled && (key === "lcp" || key === "task")) return false;
    const highest = CATEGORIES.some((category) => category === key);
    return highest ? row[key] < LIMITS[key] : row[key] > LIMITS[key];
  });
}

/** Factor by which the phone is slower than this machine. */
const SLOWDOWN = 4;

/** The longest task of the page's main thread on the phone, in milliseconds on a core. @param {any[]} events */
function longestTask(events) {
  const start = events.find(
    ({ name, args }) =>
      name === "navigationStart" && args.data?.documentLoaderURL?.startsWith(address),
  );
  const tasks = events.filter(
    ({ name, pid, tid }) => name === "RunTask" && pid === start.pid && tid === start.tid,
  );
  const longest = Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
  return isThrottled ? longest : longest * SLOWDOWN;
}

/** Lighthouse's findings, in the units of the limits. @param {any} lhr @param {any[]} events @returns {Row} */
function rowOf({ categories, audits }, events) {
  const scripts = audits["network-requests"].details.items.filter(
    (/** @type {any} */ item) => item.resourceType === "Script",
  );
  const bytes = scripts.reduce(
    (/** @type {number} */ sum, /** @type {any} */ item) => sum + item.transferSize,
    0,
  );
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    "best-practices": Math.round(categories["best-practices"].score * 100),
    seo: Math.round(categories.seo.score * 100),
    lcp: audits["largest-contentful-paint"].numericValue,
    tbt: audits["total-blocking-time"].numericValue,
    task: longestTask(events),
    cls: audits["cumulative-layout-shift"].numericValue,
    script: bytes / 1000,
  };
}

/** Audits below full marks that count, by name. @param {any} lhr */
function complaintsOf({ categories, audits }) {
  return Object.values(categories).flatMap((/** @type {any} */ { auditRefs }) =>
    auditRefs
      .filter((/** @type {any} */ { id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
      .map((/** @type {any} */ { id }) => id),
  );
}

const { default: lighthouse } = await load("lighthouse");
const { launch } = await load("chrome-launcher");
const isHttps = words.includes("--https");
const [port, tlsPort] = [await freePort(), await freePort()];
const folder = newFolder("lighthouse");
const tls = isHttps ? tlsSettings(selfSigned(folder, HOST), tlsPort, HOST) : {};
const site = await Amwaj.start({
  port,
  wait: !isHttps,
  // Without a public address pages ask search engines to keep away, which Lighthouse counts against them.
  env: { AMWAJ_SITE_URL: `https://${HOST}`, AMWAJ_LOG: "warn", ...tls },
});
const address = isHttps ? `https://${HOST}` : site.url;
const chromeFlags = [
  ...FLAGS,
  ...(isHttps
    ? [`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${tlsPort}`, "--ignore-certificate-errors"]
    : []),
];
const { claim, note, end } = claims(
  `lighthouse: ${paths.length} pages, mobile, ${isThrottled ? "real" : "simulated"} slow 4G${isHttps ? " over HTTP/2" : ""}, median of ${runs} runs`,
);

/** One run in a browser of its own; once more where Lighthouse itself stumbled. @param {string} path @returns {Promise<{row: Row, complaints: string[]}>} */
async function measure(path, tries = 3) {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags, logLevel: "silent" });
  try {
    const result = await lighthouse(`${address}${path}`, {
      port: chrome.port,
      logLevel: "error",
      throttlingMethod: isThrottled ? "devtools" : "simulate",
    });
    const { runtimeError } = result.lhr;
    if (runtimeError && tries <= 1) throw new Error(`${path}: ${runtimeError.message}`);
    if (!runtimeError) {
      const row = rowOf(result.lhr, result.artifacts.Trace.traceEvents);
      return { row, complaints: complaintsOf(result.lhr) };
    }
  } finally {
    chrome.kill();
  }
  return measure(path, tries - 1);
}

/** @type {{path: string, row: Row, complaints: string[]}[]} */
const table = [];
try {
  await until("every page is packed", async () => (await site.health()).packed === true, 120);
  for (const path of paths) {
    const found = [];
    while (found.length < runs) found.push(await measure(path));
    const row = Object.fromEntries(
      KEYS.map((key) => [key, median(found.map(({ row }) => row[key]))]),
    );
    const complaints = [...new Set(found.flatMap(({ complaints }) => complaints))];
    table.push({ path, row: /** @type {Row} */ (row), complaints });
  }
} finally {
  await site.stop();
  rmSync(folder, { recursive: true });
}

table.sort((a, b) => a.row.performance - b.row.performance || b.row.lcp - a.row.lcp);
note("perf  a11y  best   seo   LCP ms  TBT ms  task ms    CLS   JS kB  page");
for (const { path, row } of table)
  note(
    [
      String(row.performance).padStart(4),
      String(row.accessibility).padStart(6),
      String(row["best-practices"]).padStart(6),
      String(row.seo).padStart(6),
      row.lcp.toFixed(0).padStart(9),
      row.tbt.toFixed(0).padStart(8),
      row.task.toFixed(0).padStart(9),
      row.cls.toFixed(3).padStart(7),
      row.script.toFixed(1).padStart(8),
      `  ${path}`,
    ].join(""),
  );
for (const { path, row, complaints } of table)
  claim(
    `${path} keeps every limit`,
    misses(row).length === 0,
    misses(row).length ? `misses ${misses(row).join(", ")}; ${complaints.join(", ")}` : undefined,
  );
end();
