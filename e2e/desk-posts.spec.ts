// Posts at the desk: begun, typed, looked at and published in the browser, by one or by two, and with a server that dies
// while somebody types.
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, type Desk, faults, PHONE, test } from "./site/desk.ts";

const NEW = "/desk/posts/new";
const BEFORE = "Wash the filter.\n\nClear the drain.\n";

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const saved = (page: Page) => page.locator(".ed__saved");

/** Begins a post with this title; where it is written. */
async function begin(page: Page, title: string): Promise<string> {
  await page.getByLabel("What's it called?").fill(title);
  await button(page, "Write it").click();
  await expect(text(page)).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Waits until the server has what was typed. */
async function untilSaved(page: Page): Promise<void> {
  await expect(saved(page)).toHaveText(/^Saved/);
}

/** The page that readers get at an address of the blog. */
async function readersGet(desk: Desk, slug: string): Promise<string> {
  const answer = await fetch(desk.at(`/blogs/${slug}`));
  return answer.status === 404 ? "nothing" : answer.text();
}

test("a post is begun, typed, seen as a page, published and taken back", async ({ desk }) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", NEW);
  const heard = faults(page);
  await begin(page, "Five jobs for winter");
  await text(page).fill(`${BEFORE}\nFrom {prices.nothing}.\n`);
  const problem = page.getByText("nothing is called {prices.nothing}");
  await expect(problem).toBeVisible();
  await expect(page.getByText("1 thing to mend")).toBeVisible();
  await page.getByRole("button", { name: /Line 5/ }).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("prices.nothing");
  await text(page).fill(BEFORE);
  await expect(problem).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  const seen = page.frameLocator("iframe");
  await expect(seen.getByRole("heading", { name: "Five jobs for winter" })).toBeVisible();
  await expect(seen.getByText("Clear the drain.")).toBeVisible();
  await page.setViewportSize(PHONE.viewport);

  expect(await readersGet(desk, "five-jobs-for-winter")).toBe("nothing");
  await button(page, "Publish now").click();
  await expect(page.getByText("Live. Everybody has it within a second.")).toBeVisible();
  await expect.poll(() => readersGet(desk, "five-jobs-for-winter")).toContain("Clear the drain.");
  await button(page, "Undo").last().click();
  await expect.poll(() => readersGet(desk, "five-jobs-for-winter")).toBe("nothing");
  expect(await desk.log()).toContain("Layla Saad, post put back, five-jobs-for-winter");

  await page.goto(desk.at("/desk/posts"));
  await expect(page.getByRole("link", { name: "Five jobs for winter" })).toBeVisible();
  await awake(page);
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(heard()).toEqual([]);
});

test("two write at once: paragraphs come together, and of the same one both are kept", async ({
  desk,
}) => {
  const { page: layla } = await desk.signedIn("Layla Saad", "marketing", NEW);
  const post = await begin(layla, "Written by two");
  await text(layla).fill(BEFORE);
  await untilSaved(layla);
  const { page: mariam } = await desk.signedIn("Mariam Haddad", "owner", post);
  await expect(mariam.getByText("Layla is in this post too.")).toBeVisible();
  await text(mariam).fill(BEFORE.replace("drain", "drain in May"));
  await text(layla).fill(BEFORE.replace("filter", "filter monthly"));
  const both = BEFORE.replace("drain", "drain in May").replace("filter", "filter monthly");
  for (const page of [layla, mariam]) await expect(text(page)).toHaveValue(both);

  // Neither sees the other's words before her own are out.
  await Promise.all([layla, mariam].map((page) => page.route("**/save", (route) => route.abort())));
  await text(layla).fill(both.replace("monthly", "weekly"));
  await text(mariam).fill(both.replace("monthly", "yearly"));
  await expect(saved(layla)).toHaveText("Kept on this device, not on the server yet");
  await layla.unroute("**/save");
  await untilSaved(layla);
  await mariam.unroute("**/save");
  await expect(mariam.getByText("Layla changed the same place.")).toBeVisible({ timeout: 15_000 });
  expect(await axeFindings(mariam)).toEqual([]);
  await mariam.getByRole("radio", { name: "Both" }).check();
  await button(mariam, "Keep these").click();
  await expect(text(mariam)).toHaveValue(/weekly\.\n\nWash the filter yearly\./);
});

test("whatever the server does while somebody types, nothing is lost and nothing doubled", async ({
  emptyDesk: desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", NEW);
  // The server is killed and started again, and forty words are typed by hand.
  const post = await begin(page, "Through the night");
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`);
  await text(page).focus();
  for (const word of words.slice(0, 20)) await page.keyboard.type(`${word} `);
  await untilSaved(page);
  await desk.server.crash();
  for (const word of words.slice(20)) await page.keyboard.type(`${word} `);
  await expect(saved(page)).toHaveText("Kept on this device, not on the server yet");
  // The tab dies as well, and comes back to the page that the browser has.
  desk.server.launch();
  await desk.server.ready();
  await page.goto(desk.at(post));
  // A dying tab's last words may arrive after the page was drawn: the next look at the server brings them.
  await expect(text(page)).toHaveValue(`${words.join(" ")} `);
  await untilSaved(page);
  await page.reload();
  await expect(text(page)).toHaveValue(`${words.join(" ")} `);
});

test("what is pasted from Word becomes Markdown, and a picture is asked what it shows", async ({
  desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", NEW);
  await begin(page, "Pasted");
  await text(page).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "Filters\noutlets");
    data.setData(
      "text/html",
      "<h1>Filters</h1><p class=MsoListParagraph><span style='font-family:Symbol'>·&nbsp;&nbsp; </span>outlets</p>",
    );
    const paste = new ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(paste);
  });
  await expect(text(page)).toHaveValue(/## Filters\n\n- outlets/);
  await expect(page.getByText("Pasted: 1 heading, 1 list.")).toBeVisible();

  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "Filter rinse.png",
      mimeType: "image/png",
      buffer: await page.screenshot(),
    });
  await page.getByLabel(/What does it show\?/).fill("A filter under the tap");
  await button(page, "Put it there").click();
  await expect(text(page)).toHaveValue(/!\[A filter under the tap\]\(filter-rinse\.png\)/);
  await untilSaved(page);
});
