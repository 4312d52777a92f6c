// The Nu HTML checker reports no error on what the server sends.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ask } from "./site/http.ts";
import { serveSite } from "./site/serve.ts";

const site = serveSite();
const CHECKER = join(import.meta.dirname, "node_modules/vnu-jar/build/dist/vnu.jar");

/** What the checker says of these pages, one line each. */
function check(pages: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "amwaj-html-"));
  const files = Object.entries(pages).map(([name, html]) => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    return file;
  });
  return new Promise((done) => {
    execFile(
      "java",
      ["-Xss4m", "-jar", CHECKER, "--format", "json", ...files],
      { maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        rmSync(folder, { recursive: true, force: true });
        if (!stderr.trim().startsWith("{"))
          return done([`the checker did not run: ${error} ${stdout} ${stderr}`]);
        const { messages } = JSON.parse(stderr);
        done(
          messages
            .filter((one: any) => one.type !== "info" || one.subType === "warning")
            .map(
              (one: any) =>
                `${one.subType ?? one.type}: ${one.url.split("/").at(-1)}:${one.lastLine} ${one.message} ${one.extract ?? ""}`,
            ),
        );
      },
    );
  });
}

test("the HTML checker finds no error on home, a wish, not-found and the answers to a form post", async () => {
  test.setTimeout(90_000);
  const post = (body: string) =>
    ask(site.at("/sendMail.php"), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
  const said = await check({
    home: (await ask(site.at("/"))).text,
    wish: (await ask(site.at("/?plan=elite"))).text,
    "not-found": (await ask(site.at("/no-such-page"))).text,
    thanks: (await post("name=Nu&phone=1&service=Plumbing+Services")).text,
    missing: (await post("name=+&phone=&service=")).text,
  });
  expect(said.filter((line) => line.startsWith("error") || line.startsWith("the checker"))).toEqual(
    [],
  );
  console.log(
    said.length ? said.slice(0, 10).join("\n") : "The HTML checker has no warning either.",
  );
});

test("the HTML checker would find an error", async () => {
  const said = await check({
    wrong:
      '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p><div></p></body></html>',
  });
  expect(said.some((line) => line.startsWith("error"))).toBe(true);
});
