// Parts of the binary besides Amwaj's own code: Rust crates, and npm packages in the pages' bundle.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
/** Packages the bundle takes from npm; everything else there only builds or tests. */
const NPM = ["react", "react-dom", "scheduler", "lucide-static"];

/**
 * `folder`: where its source is; `purl`: its name in vulnerability databases; `hash`: of its archive, as CycloneDX writes
 * it; `uses`: purls of other parts; `direct`: our own code uses it.
 * @typedef {{name: string, version: string, licence: string, folder: string, purl: string,
 *   hash?: {alg: string, content: string}, uses: string[], direct: boolean}} Part
 */

/** Output of a command. @param {string} command @param {string[]} words */
export const said = (command, words) =>
  execFileSync(command, words, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // An error has what the command printed.
    stdio: "pipe",
  }).trim();

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), "utf8");

/** The crates that the binary is linked from, without those that only build or test it. @returns {Part[]} */
export function crates() {
  const tree = said(
    "cargo",
    "tree --locked --package amwaj --edges normal,no-proc-macro --prefix none --format {p}".split(
      " ",
    ),
  );
  const linked = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const lock = read("Cargo.lock").matchAll(
    /^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"$/gm,
  );
  const checksums = new Map([...lock].map(([, name, version, sum]) => [`${name} ${version}`, sum]));
  const { packages, resolve: graph } = JSON.parse(
    said("cargo", ["metadata", "--format-version", "1", "--locked"]),
  );
  /** @type {any[]} */
  const all = packages.filter((/** @type {any} */ one) =>
    linked.has(`${one.name} v${one.version}`),
  );
  const purls = new Map(
    all.map((one) => [one.id, `pkg:cargo/${one.name}@${one.version.replace("+", "%2B")}`]),
  );
  /** @type {Map<string, string[]>} */
  const uses = new Map(
    graph.nodes.map((/** @type {any} */ { id, deps }) => [
      id,
      deps
        .filter((/** @type {any} */ dep) =>
          dep.dep_kinds.some((/** @type {any} */ one) => !one.kind),
        )
        .flatMap((/** @type {any} */ dep) => purls.get(dep.pkg) ?? []),
    ]),
  );
  const direct = new Set(all.filter((one) => !one.source).flatMap((one) => uses.get(one.id) ?? []));
  return all
    .filter((one) => one.source)
    .map(({ id, name, version, license, manifest_path }) => ({
      name,
      version,
      licence: license ?? "see its text",
      folder: dirname(manifest_path),
      purl: purls.get(id) ?? "",
      hash: { alg: "SHA-256", content: checksums.get(`${name} ${version}`) ?? "" },
      uses: uses.get(id) ?? [],
      direct: direct.has(purls.get(id) ?? ""),
    }));
}

/** @returns {Part[]} */
export function fromNpm() {
  const { packages } = JSON.parse(read("web/package-lock.json"));
  const of = (/** @type {string} */ name) => packages[`node_modules/${name}`];
  const purl = (/** @type {string} */ name) => `pkg:npm/${name}@${of(name).version}`;
  const own = packages[""];
  return NPM.map((name) => {
    const { version, license, integrity, dependencies, peerDependencies } = of(name);
    const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    return {
      name,
      version,
      licence: license,
      folder: join(ROOT, "web/node_modules", name),
      purl: purl(name),
      hash: { alg: "SHA-512", content },
      uses: NPM.filter((one) => one in { ...dependencies, ...peerDependencies }).map(purl),
      direct: name in { ...own.dependencies, ...own.devDependencies },
    };
  });
}
