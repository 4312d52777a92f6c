// Shared compression dictionaries, over three releases of the content: every page against every dictionary that a browser
// may have, decoded by python-zstandard; the same through caches that know nothing of dictionaries; and after a restart.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { Amwaj, newFolder, pause, ROOT } from "../shared/amwaj.mjs";
import { claims } from "../shared/claims.mjs";
import { sitePages } from "../shared/pages.mjs";

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/stages/dictionaries.mjs    decodes every page with every shared dictionary, over three releases",
  );
  process.exit(0);
}

/** Encodings that Chromium accepts once it has a dictionary. */
const WITH_DICTIONARY = "gzip, deflate, br, zstd, dcb, dcz";
const folder = newFolder("dictionaries");
const content = join(folder, "content");
cpSync(join(ROOT, "content"), content, { recursive: true });
// Pages name the site's address, so that servers have the same dictionary only if they have the same address.
const start = () => Amwaj.start({ content, env: { AMWAJ_SITE_URL: "https://www.amwaj.example" } });
let site = await start();
const { claim, none, note, end } = claims("Every page decodes with every shared dictionary");

/** @typedef {{status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer}} Answer */
/** @typedef {{path: string, bytes: Buffer, name: string}} Dictionary `name` is how a browser names it */
/** @typedef {(path: string, headers: Record<string, string>) => Promise<Answer>} Asks */

/** @type {Asks} */
const ask = (path, headers) =>
  new Promise((done, fail) => {
    get(site.url + path, { headers, agent: false }, (answer) => {
      const pieces = /** @type {Buffer[]} */ ([]);
      answer.on("data", (piece) => pieces.push(piece));
      answer.once("end", () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(pieces),
        }),
      );
    }).once("error", fail);
  });

/** @param {Dictionary} dictionary */
const having = ({ name }) => ({ "Accept-Encoding": WITH_DICTIONARY, "Available-Dictionary": name });
const sha256 = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes);

/** The dictionary that pages announce now. @returns {Promise<Dictionary>} */
async function announced() {
  const { headers } = await ask("/", {});
  const path = `${headers["server-timing"]}`.match(/^dictionary;desc="([^"]+)"$/)?.[1];
  if (!path) throw new Error(`no dictionary is announced: ${headers["server-timing"]}`);
  const { body: bytes } = await ask(path, {});
  return { path, bytes, name: `:${sha256(bytes).digest("base64")}:` };
}

/** Every page, with its data, and home with its form prefilled. */
const addresses = sitePages().pages.flatMap(({ path }) =>
  path.startsWith("/blogs") ? [path] : [path, `/_data${path === "/" ? "/index" : path}.json`],
);
addresses.push("/?emergency=true", "/?plan=basic");

/** Faults of dcz bodies. @param {Dictionary} dictionary @param {{path: string, body: Buffer, plain: Buffer}[]} seen */
function wrong(dictionary, seen) {
  const input = JSON.stringify({
    dictionary: dictionary.bytes.toString("base64"),
    bodies: seen.map(({ body }) => body.toString("base64")),
  });
  const python = join(ROOT, "target/python/bin/python3");
  const out = execFileSync(python, [join(ROOT, "scripts/stages/dcz.py")], {
    input,
    encoding: "utf8",
  });
  const decoded = /** @type {string[]} */ (JSON.parse(out));
  return seen.flatMap(({ path, plain }, at) =>
    decoded[at] === sha256(plain).digest("hex") ? [] : [`${path}: ${decoded[at]}`],
  );
}

/** A page for a browser with a dictionary. Those of the blog are packed again once somebody has come back for them.
 * @param {string} path @param {Dictionary} dictionary */
async function asDcz(path, dictionary) {
  let answer = await ask(path, having(dictionary));
  for (let tries = 0; tries < 100 && path.startsWith("/blogs"); tries += 1) {
    if (answer.headers["content-encoding"] === "dcz") break;
    await pause(100);
    answer = await ask(path, having(dictionary));
  }
  return answer;
}

/** Holds every page against a dictionary. @param {string} release @param {Dictionary} dictionary */
async function holdAgainst(release, dictionary) {
  const [others, seen] = [/** @type {string[]} */ ([]), /** @type {any[]} */ ([])];
  for (const path of addresses) {
    const [plain, answer] = [await ask(path, {}), await asDcz(path, dictionary)];
    const coding = answer.headers["content-encoding"];
    if (coding === "dcz") seen.push({ path, body: answer.body, plain: plain.body });
    // A page's data may come out smaller without the dictionary.
    else if (!path.startsWith("/_data/")) others.push(`${path}: ${answer.status} ${coding}`);
  }
  const bytes = seen.reduce((sum, { body }) => sum + body.length, 0);
  const name = `${release}, ${dictionary.path.slice(8, -4)}`;
  none(`${name}: every page comes as dcz`, others);
  none(`${name}: each decodes to the bytes that others get`, wrong(dictionary, seen));
  note(`${seen.length} of ${addresses.length} addresses as dcz: ${bytes} bytes together`);
}

/** A cache that keeps what it may, by address alone, or also by what `Vary` names. @param {boolean} heedsVary @returns {Asks} */
function sharedCache(heedsVary) {
  /** @type {Map<string, {answer: Answer, headers: Record<string, string>}[]>} */
  const kept = new Map();
  return async (path, headers) => {
    const same = (/** @type {{answer: Answer, headers: Record<string, string>}} */ one) =>
      !heedsVary ||
      `${one.answer.headers.vary}`
        .split(", ")
        .every((name) => lower(one.headers)[name] === lower(headers)[name]);
    const hit = kept.get(path)?.find(same);
    if (hit) return hit.answer;
    const answer = await ask(path, headers);
    const rules = `${answer.headers["cache-control"]}`;
    if (/s-maxage=[1-9]/.test(rules) && !/private|no-store/.test(rules))
      kept.set(path, [...(kept.get(path) ?? []), { answer, headers }]);
    return answer;
  };
}
const lower = (/** @type {Record<string, string>} */ headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Browsers with each dictionary, with another site's, and with none, one after another through a cache. @param {Dictionary[]} dictionaries */
async function holdCaches(dictionaries) {
  const stranger = {
    "Accept-Encoding": WITH_DICTIONARY,
    "Available-Dictionary": `:${"A".repeat(43)}=:`,
  };
  const plain = { "Accept-Encoding": "gzip, deflate, br, zstd" };
  const browsers = [...dictionaries.map(having), plain, stranger];
  for (const heedsVary of [false, true]) {
    const unreadable = [];
    for (const order of [browsers, browsers.toReversed()]) {
      const cache = sharedCache(heedsVary);
      for (const path of addresses)
        for (const headers of [...order, ...order]) {
          const { headers: got, body } = await cache(path, headers);
          if (got["content-encoding"] !== "dcz") continue;
          const digest = `:${body.subarray(8, 40).toString("base64")}:`;
          if (lower(headers)["available-dictionary"] !== digest) unreadable.push(path);
        }
    }
    const kind = heedsVary ? "heeds Vary" : "knows no Vary";
    none(`through a cache that ${kind}, nobody gets what they cannot read`, unreadable);
  }
}

/** Changes the content, and waits until it is on the home page and all is packed. @param {() => void} change */
async function publish(change) {
  const before = (await ask("/", {})).headers.etag;
  change();
  for (let tries = 0; (await ask("/", {})).headers.etag === before; tries += 1) {
    if (tries > 200) throw new Error(`the edit is not live:\n${site.log.slice(-1000)}`);
    await pause(50);
  }
  await site.packed();
}

/** Turns round the words of a file, so that it says the same to nobody. @param {string} file */
function rewrite(file) {
  const path = join(content, file);
  const sentence =
    /\b(\w*heading|\w*lead|\w*text|answer|question|summary|description|note|title) = "[^{[\\"]*"/g;
  const turned = (/** @type {string} */ found) => {
    const [key, words] = found.split(" = ");
    return `${key} = ${words.replace(/[a-z]{4,}/g, (word) => [...word].reverse().join(""))}`;
  };
  writeFileSync(path, readFileSync(path, "utf8").replace(sentence, turned));
}

try {
  await site.packed();
  const first = await announced();
  note(
    `${first.path}: ${first.bytes.length} bytes, ${(await ask(first.path, { "Accept-Encoding": "br" })).body.length} in brotli`,
  );
  await holdAgainst("release 1", first);

  const home = join(content, "pages/home.toml");
  await publish(() =>
    writeFileSync(home, readFileSync(home, "utf8").replace("plumbing", "pipework")),
  );
  claim("an edit of one word keeps the dictionary", (await announced()).path === first.path);
  const back = await ask("/", having(first));
  claim(
    "home after that edit is at most 200 bytes",
    back.body.length <= 200,
    `${back.body.length}`,
  );
  await holdAgainst("release 2", first);

  await publish(() => {
    for (const folder of ["services", "pages"])
      for (const name of readdirSync(join(content, folder))) rewrite(`${folder}/${name}`);
  });
  const second = await announced();
  claim("other words bring another dictionary", second.path !== first.path);
  await holdAgainst("release 3", first);
  await holdAgainst("release 3", second);
  claim("the file of the first is still there", (await ask(first.path, {})).status === 200);
  const toTheSecond = await ask("/about-us", having(first));
  claim(
    "who has the first is told of the second",
    `${toTheSecond.headers["server-timing"]}`.includes(second.path),
  );
  claim(
    "who has the second is told nothing",
    !(await ask("/about-us", having(second))).headers["server-timing"],
  );
  await holdCaches([first, second]);

  const started = [];
  for (let times = 0; times < 2; times += 1) {
    await site.stop();
    site = await start();
    await site.packed();
    started.push((await announced()).path);
  }
  claim("servers that start with the same words have the same one", started[0] === started[1]);
  const unknown = await ask("/about-us", having(first));
  claim(
    "who has one that it does not know gets brotli",
    unknown.headers["content-encoding"] === "br",
  );
  for (const path of ["/desk", "/no-such-page", "/sendMail.php"]) {
    const { headers } = await ask(path, having(second));
    claim(
      `${path} knows no dictionary`,
      headers["content-encoding"] !== "dcz" && !headers["server-timing"],
    );
  }
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
end();
