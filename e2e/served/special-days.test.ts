// Days with other opening hours, as people and search engines read them while they are near.
import { appendFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newFolder, ROOT } from "../../scripts/shared/amwaj.mjs";
import { all, documentOf, textOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { nodeOf, nodesOf, readMachines } from "../site/machines.ts";
import { ORIGIN } from "../site/site.ts";
import { misunderstood } from "../site/vocabulary.ts";
import { ownSite } from "./site.ts";

const DAY_MS = 24 * 3_600_000;
const DUBAI_AHEAD_MS = 4 * 3_600_000;

/** The day in Dubai, so many days from today: `2026-12-02`. */
const day = (ahead: number) =>
  new Date(Date.now() + DUBAI_AHEAD_MS + ahead * DAY_MS).toISOString().slice(0, 10);

const content = newFolder("content");
const site = ownSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  const special = (name: string, from: string, to: string, hours: string) =>
    `\n[[hours.special]]\nname = "${name}"\nfrom = "${from}"\nto = "${to}"\n${hours}\n`;
  const times = 'opens = "09:00"\ncloses = "15:00"';
  appendFileSync(
    join(content, "company.toml"),
    special("Over", day(-5), day(-4), "closed = true") +
      special("Feast", day(0), day(2), "closed = true") +
      special("Fast", day(5), day(20), times) +
      special("Far away", day(40), day(41), "closed = true"),
  );
  return { content, env: { AMWAJ_SITE_URL: ORIGIN } };
});
afterAll(() => rmSync(content, { recursive: true, force: true }));

test("R18 search engines read the special days that aren't over, each with its hours", async () => {
  const read = await readMachines(site.at("/contact-us"));
  expect(misunderstood(nodesOf(read))).toEqual([]);
  const business = nodeOf(read, "HomeAndConstructionBusiness");
  const type = "OpeningHoursSpecification";
  const closed = { "@type": type, opens: "00:00", closes: "00:00" };
  expect(business.openingHours).toBe("Mo-Fr 09:00-18:00");
  expect(business.specialOpeningHoursSpecification).toEqual([
    { ...closed, name: "Feast", validFrom: day(0), validThrough: day(2) },
    {
      "@type": type,
      name: "Fast",
      validFrom: day(5),
      validThrough: day(20),
      dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
      opens: "09:00",
      closes: "15:00",
    },
    { ...closed, name: "Far away", validFrom: day(40), validThrough: day(41) },
  ]);
});

for (const [path, where] of [
  ["/contact-us", ".info li:first-child"],
  ["/contact-us", ".request .ways"],
  ["/", ".request .ways"],
] as const) {
  test(`on ${path} visitors read of near special days and that emergencies are answered, in ${where}`, async () => {
    const { text } = await ask(site.at(path));
    const said = all(documentOf(text), where).map(textOf).join(" ");
    expect(said).toMatch(/Feast, \d.*: closed\./);
    expect(said).toMatch(/Fast, \d.* to \d+ \w+: Sunday to Thursday, 9am to 3pm\./);
    expect(said).toContain("We still answer emergencies");
    expect(said).not.toMatch(/Over|Far away/);
  });
}
