// The Nu HTML checker reports no error in what the browser shows of each kind of screen.
import { expect } from "@playwright/test";
import { test } from "./site/desk.ts";
import { checkHtml } from "./site/html-checker.ts";

test("the HTML checker finds no error at the desk", async ({ desk }) => {
  const reference = await desk.receive({
    name: "فاطمة & Nu",
    service: "Plumbing Services",
    message: "<b>A drain</b>",
  });
  await desk.server.command("staff", "settings", "mail-link", "on");
  const stranger = (await desk.phone()).page;
  const { page: owner } = await desk.signedIn("Nu", "owner", "/desk/posts");
  const post = await owner.locator('a[href^="/desk/posts/"]:not([href$="/new"])').first();
  const opened: [typeof owner, string | null][] = [
    [stranger, "/desk/"],
    [stranger, "/desk/join"],
    [stranger, "/desk/join?mailed=true"],
    [owner, await post.getAttribute("href")],
    ...[
      "/desk/",
      `/desk/requests/${reference}`,
      "/desk/requests/new",
      "/desk/held",
      "/desk/posts",
      "/desk/posts/new",
      "/desk/site",
      "/desk/site/facts",
      "/desk/site/drafts",
      "/desk/numbers",
      "/desk/people",
      "/desk/settings",
      "/desk/nothing-here",
    ].map((path): [typeof owner, string] => [owner, path]),
  ];
  const documents: Record<string, string> = {};
  for (const [page, path] of opened) {
    await page.goto(desk.at(path ?? "/no-post"));
    await page.locator("h1").first().waitFor();
    documents[`${page === owner ? "owner" : "stranger"}: ${path}`] = await page.content();
  }
  const said = await checkHtml(documents);
  expect(said.filter((line) => line.startsWith("error"))).toEqual([]);
});
