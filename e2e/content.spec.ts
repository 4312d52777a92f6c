// Words are data: an edit is live within a second, a wrong edit harms nothing and is named.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Amwaj, newFolder, pause, ROOT } from "../scripts/shared/amwaj.mjs";
import { ask } from "./site/http.ts";
import { ownSite, test } from "./site/serve.ts";
import { plans } from "./site/words.ts";
import { expectWithin } from "./site/measured.ts";

const LIVE_MS = 1000;
const content = newFolder("content");
const site = ownSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  return { content };
});
test.afterAll(() => rmSync(content, { recursive: true, force: true }));

/** Changes a file of the content by hand, as staff would. */
function edit(file: string, change: (text: string) => string) {
  const path = join(content, file);
  const text = readFileSync(path, "utf8");
  expect(change(text), "the edit changes something").not.toBe(text);
  writeFileSync(path, change(text));
  return () => writeFileSync(path, text);
}

/** Milliseconds until the home page says this, in every encoding. */
async function untilLive(words: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const pages = await Promise.all(
      ["identity", "gzip", "br"].map((coding) =>
        ask(site.at("/"), { headers: { "Accept-Encoding": coding } }),
      ),
    );
    if (pages.every(({ text }) => text.includes(words))) return performance.now() - began;
    if (performance.now() - began > 60_000)
      throw new Error(`not live after a minute:\n${site.server.log.slice(-1000)}`);
    await pause(5);
  }
}

test(`an edited price is on the page within ${LIVE_MS} ms, in every encoding @timed`, async () => {
  await site.server.packed();
  const price = plans[0].price;
  const times: number[] = [];
  for (const next of [2111, 2222, 2333]) {
    const undo = edit("plans.toml", (text) => text.replace(`price = ${price}`, `price = ${next}`));
    times.push(await untilLive(next.toLocaleString("en")));
    undo();
    times.push(await untilLive(price.toLocaleString("en")));
  }
  expectWithin("Edits live", times, LIVE_MS);
});

test("an edit changes the entity tag, and the page is packed small again", async () => {
  const tag = async () =>
    (await ask(site.at("/"), { headers: { "Accept-Encoding": "br" } })).headers.etag;
  await site.server.packed();
  const before = await tag();
  const undo = edit("words.toml", (text) =>
    text.replace('title = "Quick service request"', 'title = "Quick request for service"'),
  );
  await untilLive("Quick request for service");
  expect(await tag()).not.toBe(before);
  await site.server.packed();
  undo();
  await untilLive("Quick service request");
});

test("a wrong edit leaves the page as it was, and the log and the health details name it", async () => {
  const page = async () => (await ask(site.at("/"))).text;
  const before = await page();
  const undo = edit("plans.toml", (text) => text.replace("price = 1999", 'price = "nineteen"'));
  await expect.poll(async () => JSON.stringify(await site.server.health())).toContain("plans.toml");
  expect(site.server.log).toContain("plans.toml");
  expect(await page()).toBe(before);
  expect((await ask(site.at("/healthz"))).status).toBe(200);
  undo();
  await expect
    .poll(async () => JSON.stringify(await site.server.health()))
    .not.toContain("plans.toml");
});

const MISTAKES: [what: string, file: string, change: (text: string) => string, named: RegExp][] = [
  [
    "an unknown field",
    "company.toml",
    (text) => text.replace("since = 2005", "since = 2005\nfounded = 2005"),
    /founded/,
  ],
  ["a missing field", "company.toml", (text) => text.replace(/^landline = .*\n/m, ""), /landline/],
  [
    "a wrong type",
    "company.toml",
    (text) => text.replace("since = 2005", 'since = "long ago"'),
    /number/i,
  ],
  [
    "a price that is no number",
    "plans.toml",
    (text) => text.replace("price = 3499", 'price = "AED 3,499"'),
    /number/i,
  ],
  [
    "a link to a page that does not exist",
    "navigation.toml",
    (text) => text.replace('to = "/about-us"', 'to = "/about-them"'),
    /about-them/,
  ],
  [
    "a duplicate anchor",
    "pages/home.toml",
    (text) => text.replace('anchor = "contact"', 'anchor = "services"'),
    /services/,
  ],
  [
    "a picture that is missing",
    "pages/home.toml",
    (text) => text.replace("illustrations/hero.svg", "illustrations/none.svg"),
    /none\.svg/,
  ],
];

for (const [what, file, change, named] of MISTAKES) {
  test(`amwaj check names ${what} with file, line and what would be right, and exits 1`, async () => {
    const folder = newFolder("broken");
    cpSync(join(ROOT, "content"), folder, { recursive: true });
    const text = readFileSync(join(folder, file), "utf8");
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(join(folder, file), changed);
    const result = await site.server.command("check", "--content", folder).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error) => ({ code: error.code, said: error.stdout + error.stderr }),
    );
    rmSync(folder, { recursive: true, force: true });
    expect(result.code).toBe(1);
    expect(result.said).toMatch(new RegExp(`${file.replace("/", ".")}:\\d+`));
    expect(result.said).toMatch(named);
  });
}

test("amwaj check passes what is checked in, and lists placeholders and known contradictions as warnings", async () => {
  const { stdout, stderr } = await site.server.command("check", "--content", join(ROOT, "content"));
  const said = stdout + stderr;
  for (const warned of [/phone/i, /e-?mail/i, /opening.hours/i, /villa/i])
    expect(said).toMatch(warned);
});

test("a start on broken content says why", async () => {
  const folder = newFolder("broken");
  cpSync(join(ROOT, "content"), folder, { recursive: true });
  writeFileSync(join(folder, "company.toml"), "name = 5\n");
  const server = await Amwaj.start({ content: folder, wait: false });
  await expect.poll(() => server.log).toContain("company.toml");
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
