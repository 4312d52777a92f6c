// Every link to the company comes from its fact sheet, and every shared number stands in one place.
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { newFolder, ROOT } from "../scripts/amwaj.mjs";
import { serveSite } from "./site/serve.ts";
import { company } from "./site/words.ts";

const content = newFolder("content");
const CHANGED = {
  phone: "+971 4 765 4321",
  chat: "+971 55 765 4321",
  email: "changed@company.example",
};

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*(\/\/|#).*$/gm, "");

const site = serveSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  const file = join(content, "company.toml");
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(CHANGED))
    text = text.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = "${value}"`);
  writeFileSync(file, text);
  return { content };
});
test.afterAll(() => rmSync(content, { recursive: true, force: true }));

for (const path of ["/", "/no-such-page"]) {
  test(`R50 on ${path} every telephone, mail and chat link follows the company’s fact sheet`, async ({
    page,
  }) => {
    await page.goto(site.at(path));
    const addresses = await page
      .locator("a[href]")
      .evaluateAll((links) =>
        links
          .map((link) => new URL((link as HTMLAnchorElement).href))
          .map(({ protocol, host, pathname }) => ({ protocol, host, pathname })),
      );
    const of = (kind: string) => [
      ...new Set(
        addresses
          .filter(({ protocol, host }) => protocol === kind || host === kind)
          .map(({ pathname }) => pathname),
      ),
    ];
    expect(of("tel:")).toEqual(["+97147654321"]);
    expect(of("wa.me")).toEqual(["/971557654321"]);
    expect(of("mailto:")).toEqual(["changed@company.example"]);
    const html = await page.content();
    for (const old of [company.phone, company.chat, company.email]) {
      expect(html).not.toContain(old);
      expect(html.replace(/[\s-]/g, "")).not.toContain(old.replace(/[\s-]/g, ""));
    }
  });
}

test("R50 no page’s code and no word of the content repeats a number or address of the company", async () => {
  const files = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  const sources = [...files("web/src"), ...files("content")].filter(
    (file) => /\.(tsx?|toml|md)$/.test(file) && file !== "content/company.toml",
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
  const repeats = sources.flatMap((file) => {
    const code = withoutComments(readFileSync(join(ROOT, file), "utf8"));
    return facts.filter((fact) => code.includes(fact)).map((fact) => `${file}: ${fact}`);
  });
  // Who writes links, and who reads them: both know how one begins, neither a number.
  const known = /^web\/src\/(ui\/links|browser\/count)\.ts: (wa\.me\/|tel:|mailto:)$/;
  expect(repeats.filter((one) => !known.test(one))).toEqual([]);
});

test("R51 the numbers that several places agree on stand in one file, each once", async () => {
  const measures = readFileSync(join(ROOT, "web/src/measures.ts"), "utf8");
  const values = [...measures.matchAll(/export const (\w+) = (\d+);/g)].map(([, , value]) =>
    Number(value),
  );
  for (const value of [768, 50, 100, 12, 3]) expect(values, String(value)).toContain(value);
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  const again = files(join(ROOT, "web/src"))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !file.endsWith("measures.ts") && !file.includes("/contract/"),
    )
    .filter((file) =>
      /\b768\b|scrollY\s*>\s*50\b/.test(withoutComments(readFileSync(file, "utf8"))),
    );
  expect(again).toEqual([]);
});
