// `amwaj posts preview`: an article in the site's look before anybody sees it, read anew for each look.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BINARY, environment, freePort, newFolder } from "../scripts/shared/amwaj.mjs";
import { awake, complaints } from "./site/page.ts";

const folder = newFolder("preview");
const file = join(folder, "draft.md");
const env = environment({ AMWAJ_DATA_DIR: join(folder, "data") });
let shown: ChildProcess;
let url = "";
let log = "";

/** Writes the article; its text after the front matter is always the same. */
function write(front: string): void {
  writeFileSync(file, `---\n${front}\n---\nWords with a [link](/contact-us).\n\n## A part\n`);
}

test.beforeAll(async () => {
  write("title: First try\ndraft: yes\ndate: 2190-01-01");
  const address = `127.0.0.1:${await freePort()}`;
  shown = spawn(BINARY, ["posts", "preview", file, "--listen", address], { cwd: folder, env });
  for (const stream of [shown.stdout, shown.stderr])
    stream?.on("data", (text) => {
      log += text;
    });
  url = `http://${address}/blogs/preview`;
  await expect
    .poll(() =>
      fetch(url).then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    .toBe(200);
});

test.afterAll(async () => {
  shown.kill("SIGTERM");
  await new Promise((done) => shown.once("exit", done));
  rmSync(folder, { recursive: true, force: true });
});

test("a draft is shown as readers will see it, and each load reads the file again", async ({
  page,
}) => {
  const heard = complaints(page);
  await page.goto(url);
  await awake(page);
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("First try");
  await expect(page.locator(".prose h2")).toHaveAttribute("id", "s-a-part");
  expect(log).toContain(`is shown at ${url}`);
  write("title: Second try");
  await page.reload();
  await expect(title).toHaveText("Second try");
  write("titel: Third try");
  await page.reload();
  await expect(title).toHaveText("This article cannot be published yet");
  await expect(page.locator(".prose")).toContainText(
    "draft.md:2: error: nothing is known about `titel`; did you mean `title`?",
  );
  expect(log).toContain("did you mean `title`?");
  write("title: Fourth try");
  await page.reload();
  await expect(title).toHaveText("Fourth try");
  expect(heard).toEqual([]);
});

test("search engines are asked to keep no page of a preview", async () => {
  for (const address of [url, new URL("/", url), new URL("/blogs", url), new URL("/none", url)]) {
    const { headers } = await fetch(address);
    expect(headers.get("x-robots-tag"), String(address)).toBe("noindex");
  }
});

test("nothing of a preview is stored", () => {
  const list = spawnSync(BINARY, ["posts", "list"], { cwd: folder, env, encoding: "utf8" });
  expect(list.status).not.toBe(0);
  expect(list.stderr).toContain("there is no database");
});
