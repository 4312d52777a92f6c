// Content as it reads once its facts are filled in, by the test's own reckoning.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../../scripts/shared/amwaj.mjs";
import { company, plans } from "./words.ts";

const read = (file: string): any => parse(readFileSync(join(ROOT, "content", file), "utf8"));

export const facts = read("facts.toml");

const money = (amount: number) => amount.toLocaleString("en-US");

function priced({ from, to }: { from: number; to?: number }): string {
  const end = to === undefined ? " or more" : `–${money(to)}`;
  return `${company.currency} ${money(from)}${end}`;
}

/** A table of texts as tokens of a family. */
const named = (family: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${family}.${name}`, text]));

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type OpenDays = { days: string; opens: string; closes: string };

/** `08:00` as people say it: `8am`. */
const spoken = (time: string): string => {
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  const minutes = minute > 0 ? time.slice(2) : "";
  return `${hour % 12 || 12}${minutes}${hour < 12 ? "am" : "pm"}`;
};

/** `Sunday to Thursday, 8am to 6pm`. */
export const hoursForPeople = (blocks: OpenDays[]): string =>
  blocks
    .map(({ days, opens, closes }) => {
      const named = WEEK.reduce((text, day) => text.replace(day.toLowerCase(), day), days);
      return `${named}, ${spoken(opens)} to ${spoken(closes)}`;
    })
    .join("; ");

/** `Mo-Fr 09:00-18:00`, for days that are a range. */
export const hoursForMachines = ({ days, opens, closes }: OpenDays): string => {
  const [first, last] = days.split(" to ").map((day) => day[0]!.toUpperCase() + day[1]);
  return `${first}-${last} ${opens}-${closes}`;
};

const communities: { lists: string[] }[] = read("areas.toml").bands.flatMap(
  ({ areas }: any) => areas,
);

/** Number of communities of a list, as headings have it. */
const counted = (list: string) =>
  String(communities.filter(({ lists }) => lists.includes(list)).length);

const TOKENS: Record<string, string> = {
  ...Object.fromEntries(
    ["name", "phone", "landline", "chat", "email", "since"].map((name) => [
      `company.${name}`,
      String(company[name]),
    ]),
  ),
  "company.rating": String(company.rating.value),
  "company.ratings": String(company.rating.count),
  "company.hours": hoursForPeople(company.hours.office),
  "company.emergency": company.hours.emergency,
  ...Object.fromEntries(
    Object.entries<any>(facts.prices).flatMap(([name, price]) => [
      [`prices.${name}`, priced(price)],
      [`prices.${name}.words`, priced(price).replace("–", " to ")],
      [`prices.${name}.from`, `${company.currency} ${money(price.from)}`],
      [`prices.${name}.to`, `${company.currency} ${money(price.to ?? price.from)}`],
    ]),
  ),
  ...named("times", facts.times),
  ...named("counts", facts.counts),
  ...Object.fromEntries(
    ["core", "ac", "villa"].map((list) => [`counts.areas-${list}`, counted(list)]),
  ),
  ...Object.fromEntries(
    plans.map(({ id, price }) => [`plans.${id}.price`, `${company.currency} ${money(price)}`]),
  ),
  ...Object.assign({}, ...plans.map(({ id, facts }) => named(`plans.${id}`, facts))),
};

/** A text with its facts; a fact that there is not is a mistake of the test. */
export function filled(text: string): string {
  return text.replace(
    /\{((?:company|prices|times|plans|counts)\.[\w.-]+)\}/g,
    (_, token: string) => {
      const value = TOKENS[token];
      if (value === undefined) throw new Error(`nothing is called {${token}}`);
      return value;
    },
  );
}

/** A file of content/ with all its facts. */
export function contentOf(file: string): any {
  const fill = (value: any): any => {
    if (typeof value === "string") return filled(value);
    if (Array.isArray(value)) return value.map(fill);
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
    return value;
  };
  return fill(read(file));
}

/** Sections of a kind in a page's file, facts filled in. */
export const sectionsOf = (file: string, kind: string): any[] =>
  file.endsWith(".toml") && file !== "words.toml"
    ? (contentOf(file).sections ?? []).filter((section: any) => section.kind === kind)
    : [];

/** Cost in a line of prices: a price of facts.toml, or the lowest and the highest plan. */
export function priceOf(name: string): { from: number; to?: number } {
  if (name !== "plans") return facts.prices[name];
  const amounts = plans.map(({ price }) => price as number);
  return { from: Math.min(...amounts), to: Math.max(...amounts) };
}
