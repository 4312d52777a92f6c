// The words of schema.org: its types, what each may say, and of what kind the value may be. Read from the
// declarations of `schema-dts`, which Google's own generator writes from the vocabulary that schema.org publishes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/shared/amwaj.mjs";

const DECLARATIONS = join(ROOT, "e2e/node_modules/schema-dts/dist/schema.d.ts");

type Property = { kinds: string[]; deprecated: boolean };
type Shape = { parents: string[]; properties: Map<string, Property> };

/** Kinds of a property that stand for a text, and for a number. */
const TEXTS = ["Text", "URL", "Date", "DateTime", "Time", "Duration", "CssSelectorType"];
const NUMBERS = ["Number", "Integer", "Float"];

/** Addresses of things that stand for the things themselves, as Google's guide to breadcrumbs has it. */
const ADDRESSES = new Set(["ListItem.item"]);

const source = readFileSync(DECLARATIONS, "utf8");

/** The types between bars; anything in brackets belongs to one of them. */
const names = (union: string) => union.split("|").map((name) => name.trim());

/** `OfferBase` and `OfferLeaf`: what a type and all below it, and what the type itself may say. */
const shapes = new Map<string, Shape>();
for (const [, name, parents, body] of source.matchAll(
  /^(?:export )?interface (\w+) extends ([^{]+)\{\n([\s\S]*?)^\}/gm,
)) {
  const properties = new Map<string, Property>();
  for (const [, comment, property, kinds] of body!.matchAll(
    /(\/\*\*(?:[^*]|\*(?!\/))*\*\/)?\s*"(\w+)"\?: SchemaValue<([\s\S]*?), "\2">;/g,
  ))
    properties.set(property!, {
      kinds: names(kinds!),
      deprecated: comment?.includes("@deprecated") ?? false,
    });
  shapes.set(name!, { parents: parents!.split(",").map((one) => one.trim()), properties });
}

/** A type and the types below it: `LocalBusiness = LocalBusinessLeaf | Store | …`. */
const unions = new Map<string, string[]>();
for (const [, name, union] of source.matchAll(/^export type (\w+)(?:<[^=]*>)? = ([^;]+);/gm))
  unions.set(name!, names(union!));

export const isType = (type: string) => shapes.has(`${type}Leaf`);

/** Whether a type is `other`, or below it. */
export function isA(type: string, other: string, seen = new Set<string>()): boolean {
  if (type === other) return true;
  if (seen.has(other)) return false;
  seen.add(other);
  return (unions.get(other) ?? []).some((below) => isA(type, below, seen));
}

function propertyOf(shape: string, property: string): Property | undefined {
  const { parents = [], properties } = shapes.get(shape) ?? {};
  const own = properties?.get(property);
  if (own) return own;
  for (const parent of parents) {
    const found = propertyOf(parent, property);
    if (found) return found;
  }
  return undefined;
}

/** A type's property; nothing where schema.org does not know it of that type. */
export const propertyFor = (type: string, property: string) => propertyOf(`${type}Leaf`, property);

/** Types of a node, as a list. */
export const typesOf = (node: any): string[] => [node?.["@type"] ?? []].flat();

function fits(value: any, kinds: string[], byId: Map<string, any>): boolean {
  // A type whose union ends in `string`, such as a place, may be named by its name alone; one that lists words, such as
  // the days of the week, by one of these.
  if (typeof value === "string")
    return kinds.some(
      (kind) =>
        TEXTS.includes(kind) ||
        unions.get(kind)?.some((one) => one === "string" || one === JSON.stringify(value)),
    );
  if (typeof value === "number") return kinds.some((kind) => NUMBERS.includes(kind));
  if (typeof value === "boolean") return kinds.includes("Boolean");
  const node = value["@type"] ? value : byId.get(value["@id"]);
  return typesOf(node).some((type) => kinds.some((kind) => isA(type, kind)));
}

/**
 * Parts of a graph that schema.org would not understand: types and properties that it does not have, that do not belong
 * together, or that it has given up; values of the wrong kind; and references to nodes that are not there.
 */
export function misunderstood(graph: any[]): string[] {
  const faults: string[] = [];
  const byId = new Map<string, any>();
  const gather = (node: any) => {
    if (Array.isArray(node)) return node.forEach(gather);
    if (!node || typeof node !== "object") return;
    if (node["@type"] && node["@id"]) {
      if (byId.has(node["@id"])) faults.push(`${node["@id"]} is said twice`);
      byId.set(node["@id"], node);
    }
    Object.values(node).forEach(gather);
  };
  gather(graph);
  const look = (node: any, place: string) => {
    const types = typesOf(node);
    if (types.length === 0) {
      const known = byId.has(node["@id"]) && Object.keys(node).length === 1;
      if (!known) faults.push(`${place} is no node of the graph: ${JSON.stringify(node)}`);
      return;
    }
    for (const type of types.filter((type) => !isType(type)))
      faults.push(`${place}: schema.org has no type ${type}`);
    for (const [name, given] of Object.entries(node)) {
      if (name.startsWith("@")) continue;
      const here = `${place}.${name}`;
      const property = types.map((type) => propertyFor(type, name)).find((one) => one);
      if (!property) faults.push(`${here}: ${types} has no such property`);
      if (property?.deprecated) faults.push(`${here}: schema.org has given it up`);
      const values = [given].flat();
      if (values.length === 0) faults.push(`${here} is empty`);
      for (const value of values) {
        if (value === null || value === "") faults.push(`${here} is empty`);
        else {
          const address = typeof value === "string" && ADDRESSES.has(`${types}.${name}`);
          if (property && !address && !fits(value, property.kinds, byId))
            faults.push(`${here}: ${JSON.stringify(value).slice(0, 80)} is no ${property.kinds}`);
          if (typeof value === "object") look(value, here);
        }
      }
    }
  };
  for (const node of graph) look(node, String(typesOf(node)));
  return faults;
}
