// Bytes on the wire of a visit over TLS in a real Chromium: home, every page that it links to, and home again after an
// edit of one word; once as the site is, and once in a browser that gets no shared dictionary.
import { createHash, X509Certificate } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Amwaj, freePort, newFolder, pause, ROOT } from "../scripts/shared/amwaj.mjs";
import { ask, HOST, until } from "../scripts/shared/authority.mjs";
import { CHROMIUM, FLAGS } from "../scripts/shared/browser.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";
import { selfSigned, tlsSettings } from "../scripts/shared/self-signed.mjs";
import { median } from "./load.mjs";

const options = commandLine("Weighs a visit of home and the pages linked from it in Chromium.", {
  pages: [45_000, "bytes that the linked pages may have together"],
  return: [200, "bytes that the return after an edit may have"],
});

/** @type {{chromium: any}} */
const { chromium } = createRequire(join(ROOT, "e2e/package.json"))("@playwright/test");
const ORIGIN = `https://${HOST}`;
const WORD = /** @type {const} */ (["plumbing", "pipework"]);

/** `bytes` are head and body: of a document, Chromium does not report them apart.
 * @typedef {{path: string, coding: string, bytes: number}} Row */

/**
 * Opens one page in a tab of its own; undefined where the address leads to another one.
 * @param {any} browser @param {string} path @param {boolean} withDictionary
 * @returns {Promise<(Row & {links: string[], dictionary: Row | undefined, text: string}) | undefined>}
 */
async function open(browser, path, withDictionary) {
  const tab = await browser.newPage();
  const wire = await browser.newCDPSession(tab);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  wire.on("Network.requestWillBeSent", ({ requestId, request }) => {
    rows.set(requestId, { path: new URL(request.url).pathname, coding: "", bytes: 0 });
  });
  wire.on("Network.responseReceived", ({ requestId, response }) => {
    const row = rows.get(requestId);
    if (row) row.coding = response.headers["content-encoding"] ?? "";
  });
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const row = rows.get(requestId);
    if (row) row.bytes = encodedDataLength;
  });
  await wire.send("Network.enable");
  if (!withDictionary)
    await wire.send("Network.setBlockedURLs", { urls: ["*/assets/dictionary-*"] });
  await tab.goto(ORIGIN + path, { waitUntil: "networkidle" });
  const found = [...rows.values()];
  const page = found.find((row) => row.path === path);
  const links = await tab.$$eval('a[href^="/"]', (/** @type {any[]} */ all) =>
    all.map((a) => a.pathname),
  );
  const text = await tab.content();
  const dictionary = found.find(
    (row) => row.path.startsWith("/assets/dictionary-") && row.bytes > 0,
  );
  await tab.close();
  return (
    page && { ...page, links: /** @type {string[]} */ ([...new Set(links)]), dictionary, text }
  );
}

/** @param {string[]} flags @param {number} port @param {boolean} withDictionary @param {() => Promise<void>} edit */
async function visit(flags, port, withDictionary, edit) {
  const profile = newFolder("chromium");
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    ignoreDefaultArgs: ["--headless"],
    args: [...FLAGS, ...flags, `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${port}`],
  });
  try {
    const home = await open(browser, "/", withDictionary);
    if (!home) throw new Error("home is not where it should be");
    // The browser writes the dictionary down after it has it.
    await pause(1000);
    const pages = [];
    for (const path of home.links.filter((path) => path !== "/")) {
      const page = await open(browser, path, withDictionary);
      if (page) pages.push(page);
    }
    await edit();
    const back = await open(browser, "/", withDictionary);
    if (!back?.text.includes(WORD[1])) throw new Error("the edit is not on the page");
    return { home, pages, back };
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const { claim, none, note, end } = claims("bench: a visit in Chromium over TLS, bytes on the wire");
const folder = newFolder("dictionaries");
const content = join(folder, "content");
const files = selfSigned(folder, HOST);
const spki = new X509Certificate(readFileSync(files.certificate)).publicKey.export({
  type: "spki",
  format: "der",
});
const flags = [
  `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`,
  // Dictionaries need a root that everybody knows, which a test has not.
  "--disable-features=CompressionDictionaryTransportRequireKnownRootCert",
];
cpSync(join(ROOT, "content"), content, { recursive: true });
const port = await freePort();
const amwaj = await Amwaj.start({
  wait: false,
  content,
  env: tlsSettings(files, port, HOST),
});
const packed = () =>
  until("every page is packed", async () => (await amwaj.health()).packed === true, 60);
try {
  await packed();
  const file = join(content, "pages/home.toml");
  const words = readFileSync(file, "utf8");
  if (!words.includes(WORD[0])) throw new Error(`home.toml does not say ${WORD[0]}`);
  const isNew = async () => (await ask({ port, path: "/" })).text.includes(WORD[1]);
  const write = async (/** @type {boolean} */ edited) => {
    writeFileSync(file, edited ? words.replace(WORD[0], WORD[1]) : words);
    await until("the edit is live", async () => (await isNew()) === edited, 20);
    await packed();
  };
  const plain = await visit(flags, port, false, () => write(true));
  await write(false);
  const shared = await visit(flags, port, true, () => write(true));
  const row = (/** @type {string} */ what, /** @type {Row} */ one, /** @type {Row} */ other) =>
    note(
      `${what.padEnd(54)} ${`${one.bytes}`.padStart(7)} ${`${other.bytes}`.padStart(7)} ${other.coding}`,
    );
  note("bytes of head and body, without a dictionary and with one");
  row("home, the first view", plain.home, shared.home);
  const { dictionary } = shared.home;
  if (dictionary)
    row("the dictionary, once, when the browser is idle", { ...dictionary, bytes: 0 }, dictionary);
  for (const [at, page] of shared.pages.entries()) row(page.path, plain.pages[at], page);
  row("home again after an edit of one word", plain.back, shared.back);
  const [before, after] = [plain, shared].map(({ pages }) => pages.map(({ bytes }) => bytes));
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, one) => total + one, 0);
  note(
    `${after.length} pages: ${sum(before)} and ${sum(after)}; their median: ${median(before)} and ${median(after)}`,
  );
  const others = shared.pages.filter(({ coding }) => coding !== "dcz").map(({ path }) => path);
  none("every page after the first comes as dcz", others);
  claim(
    `together they are at most ${options.pages} bytes`,
    sum(after) <= options.pages,
    `${sum(after)}`,
  );
  const back = shared.back.bytes;
  claim(
    `the return after an edit is at most ${options.return} bytes`,
    back <= options.return,
    `${back}`,
  );
} finally {
  await amwaj.stop();
  rmSync(folder, { recursive: true, force: true });
}
end();
