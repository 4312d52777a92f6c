// Holds what is in `ops/` against a running server: a real Prometheus reads its metrics, and is asked whether each series
// that an alarm, the dashboard or the handbook names is there. Unwatched metrics and impossible steps are named too.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Amwaj, BINARY, ROOT, freePort, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { Prometheus } from "../shared/prometheus.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

commandLine(
  "Every metric that ops/ and docs/operations.md name exists, and every one that exists is watched.",
  {},
);
const run = promisify(execFile);
const HANDBOOK = "docs/operations.md";
/** Metrics that the dashboard leaves out on purpose, and why. @type {Record<string, string>} */
const UNUSED = { amwaj_leads_received: "the sum of amwaj_leads_total" };
/** Not there on this server: their names are read in the source instead. */
const ABSENT = [
  // Once the first canary has ended, a minute after the start.
  "amwaj_canary_healthy",
  // With TLS inside; tests/it/tls/monitoring.rs reads them.
  "amwaj_certificate_expires_timestamp_seconds",
  "amwaj_certificate_renewal_failed",
  // With copies elsewhere, which PostgreSQL doesn't need; tests/it/requests/copies_elsewhere.rs has what they say.
  "amwaj_copies_failed",
  "amwaj_copy_age_seconds",
  "amwaj_copy_drill_age_seconds",
  // Where other database servers follow; scripts/stages/failover.mjs reads them there.
  "amwaj_database_standby_lag_bytes",
  "amwaj_database_synchronous_standbys",
];
/** A panel's name for the data source that the reader has chosen. */
const VARIABLE = /^\$\{datasource\}$/;
/** Labels that Prometheus adds, or that an aggregation may keep of any metric. */
const EVERYWHERE = ["job", "instance"];

/** @param {string} path */
const read = (path) => readFileSync(`${ROOT}/${path}`, "utf8");
const dashboard = JSON.parse(read("ops/grafana-dashboard.json"));

/**
 * `legend`: Grafana's words beside each line; `alarm`: it says something only where something is wrong.
 * @typedef {{where: string, query: string, legend?: string, alarm?: boolean}} Expression
 */

/** An expression as Grafana asks it, for every server. @param {string} query */
const filledIn = (query) =>
  query.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "5m");

/** @returns {Expression[]} */
function ofDashboard() {
  const panels = dashboard.panels.flatMap((/** @type {any} */ { title, targets = [] }) =>
    targets.map((/** @type {any} */ { expr, legendFormat }) => ({
      where: `dashboard, ${title}`,
      query: filledIn(expr),
      legend: legendFormat,
    })),
  );
  const variables = dashboard.templating.list.flatMap((/** @type {any} */ { name, query }) => {
    const metric = /^label_values\((\w+), (\w+)\)$/.exec(query);
    return metric
      ? [{ where: `dashboard, $${name}`, query: `count by (${metric[2]}) (${metric[1]})` }]
      : [];
  });
  return [...panels, ...variables];
}

/** Series of ours in code spans of the handbook. @param {string} text @returns {Expression[]} */
function ofHandbook(text) {
  return [...text.matchAll(/`([^`\n]*\bamwaj_[a-z][^`\n]*)`/g)].map(([, query]) => ({
    where: HANDBOOK,
    query: query.replaceAll("\\|", "|"),
  }));
}

/**
 * The series that an expression names, one for each value of `a|b`, and the labels that it groups by.
 * @param {string} query
 */
function named(query) {
  const selectors = [...query.matchAll(/\b(amwaj_\w+|up)\b(\{[^}]*\})?/g)].flatMap(
    ([, metric, braces = ""]) => {
      const several = /(\w+)=~"([^"]*\|[^"]*)"/.exec(braces);
      const values = several ? several[2].split("|") : [];
      return values.length
        ? values.map((value) => ({
            metric,
            selector: metric + braces.replace(several?.[0] ?? "", `${several?.[1]}="${value}"`),
          }))
        : [{ metric, selector: metric + braces }];
    },
  );
  const groups = [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels]) =>
    labels.split(/,\s*/),
  );
  return { selectors, groups };
}

/** The metric of a series, as its line `# TYPE` has it. @param {string} series */
const family = (series) => series.replace(/_(total|bucket|sum|count)$/, "");

/** Whether a command and its options exist, by what `--help` says. @param {string} line */
async function commandExists(line) {
  const words = line.split(" ").slice(1);
  const options = words.filter((word) => word.startsWith("--"));
  const command = words.filter((word) => !word.startsWith("--"));
  const { stdout } = await run(BINARY, [...command, "--help"]).catch(() => ({ stdout: "" }));
  return (
    stdout.includes(`Usage: amwaj ${command.join(" ")}`) &&
    options.every((option) => new RegExp(` ${option}\\b(?!-)`).test(stdout))
  );
}

const { claim, none, end } = claims("alarms and dashboard");
/** A busy machine may be scraped before the request is out of the journal. @param {Prometheus} prometheus @param {string} selector */
async function seriesSoon(prometheus, selector) {
  for (let tries = 0; tries < 20; tries += 1) {
    const series = await prometheus.series(selector);
    if (series.length > 0) return series;
    await pause(250);
  }
  return [];
}

/** @param {Expression} expression @param {Prometheus} prometheus */
async function checkExpression({ where, query, legend = "", alarm }, prometheus) {
  const { selectors, groups } = named(query);
  const missing = [];
  const labels = new Set(EVERYWHERE);
  for (const { metric, selector } of selectors) {
    if (ABSENT.includes(metric)) continue;
    const series = await seriesSoon(prometheus, selector);
    if (series.length === 0) missing.push(selector);
    for (const label of series.flatMap((one) => Object.keys(one))) labels.add(label);
  }
  missing.push(...groups.filter((label) => !labels.has(label)).map((label) => `label ${label}`));
  const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
  const left = query.includes("(") ? groups : [...labels];
  missing.push(
    ...shown.filter((label) => !left.includes(label)).map((label) => `${label}, for the legend`),
  );
  try {
    const found = await prometheus.query(query);
    if (alarm && found.length > 0) missing.push(`it is raised: ${JSON.stringify(found)}`);
  } catch (error) {
    missing.push(String(error));
  }
  none(
    `${where}: what it names is there${alarm ? ", and a server that is well doesn't raise it" : ""}`,
    missing,
  );
}

/** @param {any} rule */
async function checkAlarm({ name, labels, annotations, query }) {
  const { summary = "", action = "" } = annotations;
  const lacks = [];
  if (!["critical", "warning"].includes(labels.severity)) lacks.push("severity");
  if (!/^[A-Z].{20,}\.$/.test(summary)) lacks.push("a summary of one sentence or two");
  if (!/^[A-Z].{20,}\.$/.test(action)) lacks.push("what to do");
  if (!query.includes("amwaj")) lacks.push("a metric of ours");
  const anchors = new Set(
    [...read(HANDBOOK).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title.toLowerCase().replaceAll(" ", "-"),
    ),
  );
  for (const [, anchor] of action.matchAll(/docs\/operations\.md#([a-z-]+)/g))
    if (!anchors.has(anchor)) lacks.push(`#${anchor} in ${HANDBOOK}`);
  for (const [, line] of action.matchAll(/`(amwaj [^`]*)`/g))
    if (!(await commandExists(line))) lacks.push(`the command ${line}`);
  none(`${name} says how bad it is, what it means and what to do`, lacks);
}

/** Compares the metrics there are with those shown. @param {string} metrics @param {Expression[]} shown */
function checkWatched(metrics, shown) {
  const live = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const source = read("crates/amwaj/src/monitoring/metrics.rs");
  const written = [...source.matchAll(/\b(?:gauge|counters?|begin)\(\s*"(\w+)"/g)].map(
    ([, name]) => `amwaj_${name}`,
  );
  none(
    "the source has the metrics that this server doesn't show",
    ABSENT.filter((name) => !written.includes(name) || live.includes(name)),
  );
  const all = new Set([...live, ...ABSENT]);
  const unseen = written.filter((name) => !all.has(name));
  none("this server shows every metric that the source has", unseen);
  const used = new Set(
    shown.flatMap(({ query }) => named(query).selectors.map(({ metric }) => family(metric))),
  );
  const forgotten = [...all].filter((name) => !used.has(name) && !(name in UNUSED));
  none("the dashboard shows every metric", forgotten);
  const stale = Object.keys(UNUSED).filter((name) => used.has(name) || !all.has(name));
  none("what it leaves out on purpose exists, and is left out", stale);
}

/** Checks that any plain Grafana can show it. */
function checkDashboard() {
  const kinds = new Set(dashboard.panels.map((/** @type {any} */ { type }) => type));
  const foreign = [...kinds].filter((kind) => !["row", "stat", "timeseries"].includes(kind));
  none("the dashboard needs no plugin", foreign);
  const fixed = dashboard.panels
    .filter(
      (/** @type {any} */ { type, datasource }) =>
        type !== "row" && !VARIABLE.test(datasource?.uid),
    )
    .map((/** @type {any} */ { title }) => title);
  none("its data source is a variable in every panel", fixed);
  const ids = dashboard.panels.map((/** @type {any} */ { id }) => id);
  claim("no two panels share a number", new Set(ids).size === ids.length);
}

/** promtool's own words on a file, if it has any. @param {...string} words */
async function promtool(...words) {
  const done = await run("promtool", words, { cwd: `${ROOT}/ops` }).catch((error) => error);
  const output = `${done.stdout}${done.stderr}`;
  claim(`promtool ${words.join(" ")}`, !done.code, done.code ? output.slice(0, 1500) : undefined);
}

/** @param {Amwaj} server */
async function visit(server) {
  const lead = { name: "Sara", phone: "+971 50 123 4567", service: "Plumbing Services" };
  claim("a request is stored", isThanks(await sendMail(server.url, lead)));
  for (const path of ["/", "/blogs", "/no-such-page"]) await fetch(`${server.url}${path}`);
  return (await fetch(`${server.admin}/metrics`)).text();
}

/** Everything that needs a running server and a Prometheus. @param {Amwaj} server @param {Prometheus} prometheus */
async function checkAgainst(server, prometheus) {
  const shown = ofDashboard();
  server.launch();
  await server.ready();
  checkWatched(await visit(server), shown);
  await prometheus.ready();
  const alarms = await prometheus.alarms();
  for (const alarm of alarms) await checkAlarm(alarm);
  const expressions = [
    ...alarms.map(({ name, query }) => ({ where: name, query, alarm: true })),
    ...shown,
    ...ofHandbook(read(HANDBOOK)),
  ];
  for (const expression of expressions) await checkExpression(expression, prometheus);
}

const prometheus = new Prometheus(`${ROOT}/ops`);
const adminPort = await freePort();
await prometheus.start(`127.0.0.1:${adminPort}`);
const postgres = await Postgres.open().catch(async (error) => {
  await prometheus.stop();
  throw error;
});
// With these, every metric is there but those of ABSENT.
const server = new Amwaj(await freePort(), adminPort, {
  env: { AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true", AMWAJ_CANARY_EVERY: "60" },
});
try {
  await promtool("check", "config", "prometheus.yml");
  await promtool("check", "rules", "prometheus-rules.yml");
  await promtool("test", "rules", "prometheus-rules.test.yml");
  checkDashboard();
  await checkAgainst(server, prometheus);
} catch (error) {
  claim("the check came to its end", false, String(error));
} finally {
  await Promise.all([prometheus.stop(), server.stop()]);
  await postgres.stop();
}
end();
