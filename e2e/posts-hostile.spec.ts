// Posts by people who mean harm (tests/hostile), published as any other and opened in a browser: nothing
// of them runs, nothing is asked from elsewhere, and the page around them stands as it always does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { ROOT } from "../scripts/shared/amwaj.mjs";
import { awake, complaints } from "./site/page.ts";
import { publish } from "./site/posts.ts";
import { ownSite, test } from "./site/serve.ts";

const FOLDER = join(ROOT, "tests/hostile/posts");
const FILES = readdirSync(FOLDER).filter((name) => /\.(md|html)$/.test(name));
const SLUGS = FILES.map((name) => name.replace(/\.\w+$/, ""));
/** The only other site that one of them may show, in a frame. */
const VIDEOS = "https://www.youtube-nocookie.com";
const PLAIN = { slug: "plain", title: "A plain one", date: "2026-05-12", body: "Words.\n" };
const ENDS_SCRIPT = {
  slug: "ends-script",
  title: "</script><script>alert(1)</script><!-- ends",
  meta_title: "</title></head><body>",
  meta_description: '"><script>alert(2)</script>',
};

const site = ownSite();

test.beforeAll(async () => {
  await publish(site, [PLAIN, ENDS_SCRIPT]);
  await site.server.command("posts", "publish", ...FILES.map((name) => join(FOLDER, name)));
  const last = site.at(`/admin/front/blogs/${SLUGS.at(-1)}`);
  await expect.poll(async () => (await fetch(last)).status).toBe(200);
});

type Watched = { heard: string[]; asked: string[]; dialogs: string[] };

/** Listens to everything that a page does which it should not. */
async function watch(page: Page): Promise<Watched> {
  const watched: Watched = { heard: complaints(page), asked: [], dialogs: [] };
  page.on("dialog", (dialog) => {
    watched.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.server.url) && !url.startsWith("data:")) watched.asked.push(url);
  });
  await page.route(`${VIDEOS}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "" }),
  );
  await page.addInitScript(() => {
    Object.assign(window, { __violations: [] });
    addEventListener("securitypolicyviolation", (event) => {
      (window as any).__violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return watched;
}

function expectQuiet(watched: Watched): void {
  // A video that was still asked for when the visitor went on is called a failure.
  const heard = watched.heard.filter((line) => !line.startsWith(`failed: ${VIDEOS}/embed/`));
  expect(heard).toEqual([]);
  expect(watched.dialogs).toEqual([]);
  expect(watched.asked.filter((url) => !url.startsWith(`${VIDEOS}/embed/`))).toEqual([]);
}

/** The page without the post's own text: elements of the body, their order and their names. */
function frame(page: Page) {
  return page.evaluate(() => {
    const name = (element: Element) => `${element.tagName}.${element.className}#${element.id}`;
    const within = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => [...one.children].map(name));
    return {
      body: [...document.body.children].map(name),
      main: within("main"),
      article: within("main > article, main article.article"),
      count: Object.fromEntries(
        ["main", "body > header", "body footer", "h1", "article", "aside", "form", "script"].map(
          (selector) => [selector, document.querySelectorAll(selector).length],
        ),
      ),
    };
  });
}

/** Expects that header and footer are where visitors find them, and that nothing lies over them. */
async function expectInPlace(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const belongs = (selector: string) => {
      const element = document.querySelector(selector)!;
      element.scrollIntoView({ behavior: "instant", block: "nearest" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const y = Math.min(Math.max(top + Math.min(height, 60) / 2, 5), innerHeight - 5);
      return [0.1, 0.5, 0.9].every((part) => {
        const hit = document.elementFromPoint(left + width * part, y);
        return !!hit && element.contains(hit);
      });
    };
    const text = document.querySelector(".prose")!.getBoundingClientRect();
    const footer = document.querySelector("body footer")!.getBoundingClientRect();
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return { footer: belongs("body footer"), below: footer.top >= text.bottom - 1, wide };
  });
  expect(seen).toEqual({ footer: true, below: true, wide: 0 });
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect
    .poll(() =>
      page.evaluate(() => {
        const header = document.querySelector("body header")!.getBoundingClientRect();
        const hit = document.elementFromPoint(
          header.left + header.width / 2,
          header.top + header.height / 2,
        );
        return header.top >= 0 && header.top < 200 && !!hit?.closest("header");
      }),
    )
    .toBe(true);
}

async function expectHarmless(page: Page): Promise<void> {
  const left = await page.evaluate(() => ({
    hit: (window as any).__hit,
    violations: (window as any).__violations,
    direction: getComputedStyle(document.body).direction,
  }));
  expect(left).toEqual({ violations: [], direction: "ltr" });
}

let plain: Awaited<ReturnType<typeof frame>> | undefined;

/** The frame of a post that means no harm. */
async function plainFrame(page: Page) {
  if (!plain) {
    await page.goto(site.at("/blogs/plain"));
    await awake(page);
    plain = await frame(page);
    expect(plain.count).toMatchObject({ main: 1, h1: 1 });
    await expectInPlace(page);
  }
  return plain;
}

test("the list has at least 40 hostile posts", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(40);
});

/** One page for all of them, which keeps the site's code; what is heard and asked is looked at post by post. */
let page: Page;
let watched: Watched;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  watched = await watch(page);
});
test.afterAll(() => page.close());

for (const slug of SLUGS) {
  test(`${slug} does no harm`, async () => {
    for (const list of Object.values(watched)) list.length = 0;
    const expected = await plainFrame(page);
    await page.goto(site.at(`/blogs/${slug}`));
    await awake(page);
    expect(await frame(page)).toEqual(expected);
    await expectInPlace(page);
    await expectHarmless(page);
    // The parser's document is the one the server looked at: nothing mutates on the way.
    const answer = await (await fetch(site.at(`/admin/front/blogs/${slug}`))).json();
    const shown = await page.evaluate((content) => {
      const made = new DOMParser().parseFromString(`<body><div>${content}</div>`, "text/html");
      const prose = document.querySelector(".prose")!;
      return {
        same: prose.innerHTML === made.body.firstElementChild!.innerHTML,
        alone: made.body.children.length === 1,
        handlers: [...prose.querySelectorAll("*")].flatMap((one) =>
          one.getAttributeNames().filter((name) => name.startsWith("on") || name === "style"),
        ),
        schemes: [...prose.querySelectorAll<HTMLAnchorElement>("a[href]")].map((a) => a.protocol),
      };
    }, answer.data.content as string);
    expect(shown).toMatchObject({ same: true, alone: true, handlers: [] });
    expect(shown.schemes.filter((one) => !/^(https?|mailto|tel):$/.test(one))).toEqual([]);
    expect(await page.title()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expectQuiet(watched);
  });
}

test("R41 a post with a hostile title runs nothing, and its page lives", async ({ page }) => {
  const watched = await watch(page);
  await page.goto(site.at("/blogs/ends-script"));
  await awake(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ENDS_SCRIPT.title);
  expectQuiet(watched);
});

test("a click on each of them in the list does no harm either", async ({ page }) => {
  const watched = await watch(page);
  const seen = new Set<string>();
  for (let number = 1; ; number += 1) {
    await page.goto(site.at(`/blogs?page=${number}`));
    await awake(page);
    await expectHarmless(page);
    const isLast = (await page.locator('a[rel~="next"]').count()) === 0;
    const posts = await page
      .locator(".posts article h2 a")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("href")!, one.textContent!]));
    for (const [path, title] of posts) {
      // The links of the list, without a way back to it after each.
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement("a"), { href });
        document.querySelector("footer")!.append(link);
        link.click();
        link.remove();
      }, path!);
      await expect(page).toHaveURL(site.at(path!));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title!);
      await expect(page.locator(".prose")).toBeVisible();
      await expectHarmless(page);
      await expect(page.locator("main")).toHaveCount(1);
      seen.add(path!.replace("/blogs/", ""));
    }
    if (isLast) break;
  }
  expect(SLUGS.filter((slug) => !seen.has(slug))).toEqual([]);
  expectQuiet(watched);
});

test("the sources of the hostile posts do hold what they are about", () => {
  const all = FILES.map((name) => readFileSync(join(FOLDER, name), "utf8")).join("\n");
  for (const part of [
    "<script",
    "onerror=",
    "javascript:",
    "vbscript:",
    "srcdoc",
    "<svg",
    "<math",
    "\u202e",
  ])
    expect(all).toContain(part);
});
