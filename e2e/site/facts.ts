// Content as it reads once its facts are filled in, by the test's own reckoning.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../../scripts/amwaj.mjs";
import { company, plans } from "./words.ts";

const read = (file: string): any => parse(readFileSync(join(ROOT, "content", file), "utf8"));

export const facts = read("facts.toml");

const money = (amount: number) => amount.toLocaleString("en-US");

function priced({ from, to }: { from: number; to?: number }): string {
  const end = to === undefined ? " or more" : `–${money(to)}`;
  return `${company.currency} ${money(from)}${end}`;
}

const TOKENS: Record<string, string> = {
  ...Object.fromEntries(
    ["name", "phone", "landline", "chat", "email", "since"].map((name) => [
      `company.${name}`,
      String(company[name]),
    ]),
  ),
  "company.rating": String(company.rating.value),
  "company.ratings": String(company.rating.count),
  "company.hours": company.hours.office,
  "company.emergency": company.hours.emergency,
  ...Object.fromEntries(
    Object.entries<any>(facts.prices).map(([name, price]) => [`prices.${name}`, priced(price)]),
  ),
  ...Object.fromEntries(
    Object.entries<string>(facts.times).map(([name, time]) => [`times.${name}`, time]),
  ),
  ...Object.fromEntries(
    plans.map(({ id, price }) => [`plans.${id}.price`, `${company.currency} ${money(price)}`]),
  ),
};

/** A text with its facts; a fact that there is not is a mistake of the test. */
export function filled(text: string): string {
  return text.replace(/\{((?:company|prices|times|plans)\.[\w.-]+)\}/g, (_, token: string) => {
    const value = TOKENS[token];
    if (value === undefined) throw new Error(`nothing is called {${token}}`);
    return value;
  });
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

/** What a line of prices costs: a price of facts.toml, or the lowest and the highest plan. */
export function priceOf(name: string): { from: number; to?: number } {
  if (name !== "plans") return facts.prices[name];
  const amounts = plans.map(({ price }) => price as number);
  return { from: Math.min(...amounts), to: Math.max(...amounts) };
}
