// The Nu HTML checker reports no error in what the server sends: every page, the blog's further pages, answers, and the
// desk's document.
import { beforeAll, expect, test } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { checkHtml } from "../site/html-checker.ts";
import { ask } from "../site/http.ts";
import { EVERYTHING, publish } from "../site/posts.ts";
import { ownSite } from "./site.ts";

const site = ownSite();
const BARE = { slug: "bare", title: "Nothing but a title", date: "2026-01-02" };
beforeAll(() => publish(site, [EVERYTHING, BARE]));

const CHECKER_TIMEOUT_MS = 120_000;
const isError = (line: string) => line.startsWith("error");

test(
  "the HTML checker finds no error on any page, a prefilled form, not-found, the answers to a form post, and of the desk",
  async () => {
    const post = (body: string) =>
      ask(site.at("/sendMail.php"), {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body,
      });
    const { pages, posts } = sitePages();
    const paths = [
      ...[...pages, ...posts].map(({ path }) => path),
      "/?plan=elite",
      "/no-such-page",
      "/blogs?page=2",
      "/blogs/everything",
      "/blogs/bare",
      "/blogs/no-such-post",
      "/desk/",
    ];
    const documents = await Promise.all(
      paths.map(async (path) => [path, (await ask(site.at(path))).text]),
    );
    const said = await checkHtml({
      ...Object.fromEntries(documents),
      thanks: (await post("name=Nu&phone=1&service=Plumbing+Services")).text,
      missing: (await post("name=+&phone=&service=")).text,
      "not HTML at all":
        '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p><div></p></body></html>',
    });
    const [wrong, others] = [
      said.filter((line) => line.includes("not HTML at all:")),
      said.filter((line) => !line.includes("not HTML at all:")),
    ];
    expect(wrong.filter(isError), "the checker would find an error").not.toEqual([]);
    expect(others.filter(isError)).toEqual([]);
    console.log(
      others.length
        ? `${others.length} warnings of the HTML checker, such as:\n${others.slice(0, 5).join("\n")}`
        : "The HTML checker has no warning either.",
    );
  },
  CHECKER_TIMEOUT_MS,
);
