// Ranges that are drawn as lines, of prices and of times, are read aloud and copied as words.
import { expect, type Page } from "@playwright/test";
import { awake } from "./site/page.ts";
import { SERVICE } from "./site/sections.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();

/** Text copied from each definition. */
const copied = (page: Page) =>
  page.locator("main dd:has(.dim)").evaluateAll((all) =>
    all.map((one) => {
      const selection = getSelection()!;
      selection.selectAllChildren(one);
      return selection.toString();
    }),
  );

/** Chromium's reading of each definition to a screen reader. */
async function readAloud(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = ({ role, name, childIds }: (typeof nodes)[number]): string =>
    role?.value === "StaticText"
      ? name?.value
      : (childIds ?? []).map((id) => textOf(byId.get(id)!)).join("");
  return nodes.filter(({ role }) => role?.value === "definition").map(textOf);
}

for (const [path, ranges] of [
  ["/", ["AED 150 to 300", "AED 5,000 or more", "AED 1,999 to 5,999", "Call then 60–90 min"]],
  [SERVICE.villa, ["AED 900 to 1,200", "AED 300,000 or more", "4 to 5 months", "5 to 8 months"]],
] as const)
  test(`on ${path} a screen reader says "${ranges[0]}", and it is copied so, on any screen`, async ({
    page,
  }) => {
    await page.goto(site.at(path));
    await awake(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await copied(page)).toEqual(expect.arrayContaining([...ranges]));
      expect(await readAloud(page)).toEqual(expect.arrayContaining([...ranges]));
    }
  });
