// Drawings by people who mean harm (tests/hostile/drawings) and from drawing programs (tests/drawings), brought as any
// other and opened in a browser: in a page, in a tab of their own, in a frame. Nothing runs and nothing is asked from
// elsewhere; what a drawing program exports looks the same.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { newFolder, ROOT } from "../scripts/shared/amwaj.mjs";
import { ask } from "./site/http.ts";
import { ownSite, test } from "./site/serve.ts";

const drawings = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".svg"))
    .map((name) => join(ROOT, folder, name));
const HOSTILE = drawings("tests/hostile/drawings");
const EXPORTED = drawings("tests/drawings");

const site = ownSite();

/** The address of a drawing that a post shows; nothing where it is refused. */
async function brought(file: string): Promise<string | undefined> {
  const slug = `drawing-${basename(file, ".svg")}`;
  const folder = newFolder("drawing");
  try {
    copyFileSync(file, join(folder, "drawing.svg"));
    const head = `title: ${slug}\ndate: 2026-05-12\nimage: drawing.svg\nimage_alt: A drawing`;
    writeFileSync(join(folder, `${slug}.md`), `---\n${head}\n---\nWords.\n`);
    await site.server.command("posts", "publish", join(folder, `${slug}.md`));
  } catch (refused) {
    expect(String(refused), slug).toMatch(/picture `drawing\.svg`/);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const post = site.at(`/admin/front/blogs/${slug}`);
  await expect.poll(async () => (await fetch(post)).status).toBe(200);
  const { data } = (await (await fetch(post)).json()) as { data: { image: string } };
  return new URL(data.image, site.server.url).pathname;
}

async function inAnImage(page: Page, src: string): Promise<Buffer> {
  await page.setContent(`<body style="margin:0"><img width="480" src="${src}"></body>`);
  await page.waitForFunction(() => document.images[0]!.complete);
  expect(
    await page.evaluate(() => document.images[0]!.naturalWidth),
    src.slice(0, 80),
  ).toBeGreaterThan(0);
  return page.screenshot();
}

test("nothing of a hostile drawing runs or asks elsewhere, wherever it is opened", async ({
  page,
}) => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
  const harm: string[] = [];
  page.on("dialog", (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.server.url) && !/^(data|about):/.test(url)) harm.push(url);
  });
  let taken = 0;
  for (const file of HOSTILE) {
    const address = await brought(file);
    if (!address) continue;
    taken += 1;
    await page.goto(site.at(`/blogs/drawing-${basename(file, ".svg")}`));
    const answer = await page.goto(site.at(address));
    expect(answer?.headers()["content-security-policy"], file).toMatch(
      /^default-src 'none'.*; sandbox$/,
    );
    await page.mouse.click(20, 15);
    await page.goto("about:blank");
    await page.setContent(
      ["iframe src", "embed src", "object data"]
        .map((one) => `<${one}="${site.at(address)}"></${one.split(" ")[0]}>`)
        .join(""),
    );
    await page.waitForTimeout(50);
    expect(harm, file).toEqual([]);
  }
  expect(taken).toBeGreaterThan(10);
});

test("the policy alone keeps a drawing as it was brought from running anything", async ({
  page,
}) => {
  const address = await brought(EXPORTED[0]!);
  const policy = (await ask(site.at(address!))).headers["content-security-policy"] ?? "";
  const harm: string[] = [];
  page.on("dialog", (dialog) => {
    harm.push(dialog.message());
    void dialog.dismiss();
  });
  for (const file of HOSTILE) {
    await page.route("https://drawings.example/**", (route) =>
      route.fulfill({
        body: readFileSync(file),
        contentType: "image/svg+xml",
        headers: { "content-security-policy": policy, "x-content-type-options": "nosniff" },
      }),
    );
    await page.goto("https://drawings.example/a.svg").catch(() => null);
    await page.unroute("https://drawings.example/**");
    expect(harm, file).toEqual([]);
  }
});

test("a drawing from Illustrator, Inkscape or Figma looks the same once it is taken", async ({
  page,
}) => {
  for (const file of EXPORTED) {
    const address = await brought(file);
    expect(address, file).toBeTruthy();
    const before = await inAnImage(
      page,
      `data:image/svg+xml;base64,${readFileSync(file).toString("base64")}`,
    );
    const after = await inAnImage(page, site.at(address!));
    expect(after.equals(before), file).toBe(true);
    const empty = await inAnImage(
      page,
      `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='240' height='160'/>")}`,
    );
    expect(before.equals(empty), file).toBe(false);
  }
});
