// Every link to the company comes from its fact sheet, and every shared number is written down once.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newFolder, ROOT } from "../../scripts/shared/amwaj.mjs";
import { documentOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { company } from "../site/words.ts";
import { ownSite } from "./site.ts";

const content = newFolder("content");
const CHANGED = {
  phone: "+971 4 765 4321",
  chat: "+971 55 765 4321",
  email: "changed@company.example",
};

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*(\/\/|#).*$/gm, "");

const site = ownSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  const file = join(content, "company.toml");
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(CHANGED))
    text = text.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = "${value}"`);
  writeFileSync(file, text);
  return { content };
});
afterAll(() => rmSync(content, { recursive: true, force: true }));

for (const path of ["/", "/no-such-page"]) {
  test(`R50 on ${path} every telephone, mail and chat link follows the company’s fact sheet`, async () => {
    const { text: html } = await ask(site.at(path));
    const links = [...documentOf(html).querySelectorAll("a[href]")].map(
      (link) => new URL(link.getAttribute("href")!, site.at(path)),
    );
    const of = (kind: string) => [
      ...new Set(
        links
          .filter(({ protocol, host }) => protocol === kind || host === kind)
          .map(({ pathname }) => pathname),
      ),
    ];
    expect(of("tel:")).toEqual(["+97147654321"]);
    expect(of("wa.me")).toEqual(["/971557654321"]);
    expect(of("mailto:")).toEqual(["changed@company.example"]);
    for (const old of [company.phone, company.chat, company.email]) {
      expect(html).not.toContain(old);
      expect(html.replace(/[\s-]/g, "")).not.toContain(old.replace(/[\s-]/g, ""));
    }
  });
}

/** Every file below a folder of the project that has one of these endings. */
function filesIn(folder: string, endings: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

const codeOf = (file: string) => withoutComments(readFileSync(join(ROOT, file), "utf8"));

/** The pages' code that people write; web/src/contract is generated from the server's. */
const pagesCode = filesIn("web/src", /\.tsx?$/).filter((file) => !file.includes("/contract/"));

/** The server's code: one crate in server/, or several in crates/; tests may repeat a number. */
const serverCode = ["server", "crates"]
  .filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) => filesIn(folder, /\.rs$/))
  .filter((file) => /\/src\//.test(file) && !/tests?\.rs$|\/tests\//.test(file));

test("R50 no page’s code and no word of the content repeats a number or address of the company", () => {
  const content = filesIn("content", /\.(toml|md)$/).filter(
    (file) => file !== "content/company.toml",
  );
  const facts = [
    company.phone,
    company.landline,
    company.chat,
    company.email,
    "wa.me/",
    "tel:",
    "mailto:",
  ];
  const repeats = [...pagesCode, ...content].flatMap((file) =>
    facts.filter((fact) => codeOf(file).includes(fact)).map((fact) => `${file}: ${fact}`),
  );
  // The code that writes links and the code that reads them know how one begins; neither knows a number.
  const known = /^web\/src\/(ui\/links|browser\/count)\.ts: (wa\.me\/|tel:|mailto:)$/;
  expect(repeats.filter((one) => !known.test(one))).toEqual([]);
});

/** The numbers of R51, and the names that their constants may have in either language. */
const MEASURES: [what: string, value: number, name: RegExp][] = [
  ["the breakpoint", 768, /BREAKPOINT|MOBILE_BELOW/],
  ["the header’s threshold", 50, /HEADER_SOLID/],
  ["the delay of an anchor", 100, /ANCHOR_DELAY/],
  ["posts on a page of the blog", 12, /^(BLOG_PAGE_SIZE|(DEFAULT_|POSTS_)?PER_PAGE)$/],
  ["letters of an excerpt", 100, /^(SUMMARY|EXCERPT)_(LENGTH|CHARS)$|^MAX_SUMMARY/],
  ["the latest posts", 3, /LATEST_POSTS/],
];

/** Constants that are set to a whole number, in TypeScript and in Rust. */
const constants = [...pagesCode, ...serverCode].flatMap((file) =>
  [...codeOf(file).matchAll(/\bconst (\w+)(?:: \w+)? = ([\d_]+);/g)].map(([, name, value]) => ({
    file,
    name: name!,
    value: Number(value!.replaceAll("_", "")),
  })),
);

for (const [what, value, name] of MEASURES) {
  test(`R51 ${what}, ${value}, is one named constant in each language that needs it`, () => {
    const defined = constants.filter((one) => name.test(one.name));
    expect(defined.map((one) => one.value)).toEqual(defined.map(() => value));
    // A test in crates/blog/src/post.rs compares the server's with those in web/src/measures.ts.
    const languages = defined.map(({ file }) => file.split("/")[0]);
    expect(languages).toEqual([...new Set(languages)]);
    expect(languages.length).toBeGreaterThan(0);
  });
}

test("R51 the breakpoint and the header’s threshold are nowhere repeated as bare numbers", () => {
  const again = pagesCode
    .filter((file) => !file.endsWith("/measures.ts"))
    .filter((file) => /\b768\b|scrollY\s*>\s*50\b/.test(codeOf(file)));
  expect(again).toEqual([]);
});
