// What the binary is made of besides Amwaj's own code: Rust crates, and what the pages' bundle takes from npm.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, said } from "../packaging/source.mjs";

/** What the bundle takes from npm; everything else there only builds or tests. */
const NPM = ["react", "react-dom", "scheduler", "lucide-static"];

/**
 * `folder`: where its source is; `uses`: other parts, as `name version`; `direct`: our own code uses it.
 * @typedef {{name: string, version: string, licence: string, folder: string, uses: string[], direct: boolean}} Part
 */

/** The crates that the binary is linked from, without those that only build or test it. @returns {Part[]} */
export function crates() {
  const tree = said(
    "cargo",
    "tree --locked --package amwaj --edges normal,no-proc-macro --prefix none --format {p}".split(
      " ",
    ),
  );
  const linked = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages, resolve: graph } = JSON.parse(
    said("cargo", ["metadata", "--format-version", "1", "--locked"]),
  );
  /** @type {any[]} */
  const all = packages.filter((/** @type {any} */ one) =>
    linked.has(`${one.name} v${one.version}`),
  );
  const names = new Map(all.map((one) => [one.id, `${one.name} ${one.version}`]));
  /** @type {Map<string, string[]>} */
  const uses = new Map(
    graph.nodes.map((/** @type {any} */ { id, deps }) => [
      id,
      deps
        .filter((/** @type {any} */ dep) =>
          dep.dep_kinds.some((/** @type {any} */ one) => !one.kind),
        )
        .flatMap((/** @type {any} */ dep) => names.get(dep.pkg) ?? []),
    ]),
  );
  const direct = new Set(all.filter((one) => !one.source).flatMap((one) => uses.get(one.id) ?? []));
  return all
    .filter((one) => one.source)
    .map((one) => ({
      name: one.name,
      version: one.version,
      licence: one.license ?? "see its text",
      folder: dirname(one.manifest_path),
      uses: uses.get(one.id) ?? [],
      direct: direct.has(`${one.name} ${one.version}`),
    }));
}

/** @returns {Part[]} */
export function fromNpm() {
  const read = (/** @type {string} */ path) =>
    JSON.parse(readFileSync(join(ROOT, "web", path, "package.json"), "utf8"));
  const of = (/** @type {string} */ name) => read(`node_modules/${name}`);
  const own = read(".");
  return NPM.map((name) => {
    const { version, license, dependencies = {}, peerDependencies = {} } = of(name);
    const wanted = Object.keys({ ...dependencies, ...peerDependencies });
    return {
      name,
      version,
      licence: license,
      folder: join(ROOT, "web/node_modules", name),
      direct: name in { ...own.dependencies, ...own.devDependencies },
      uses: NPM.filter((one) => wanted.includes(one)).map((one) => `${one} ${of(one).version}`),
    };
  });
}
