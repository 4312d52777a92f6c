// The files of the repository as the rules of the house see them, and which Rust file uses which.

/** Code without comments and without the modules of unit tests. @param {string} text */
export const code = (text) =>
  text
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^#\[cfg\(test\)\]\n(#\[.*\]\n)*mod \w+(;| \{[\s\S]*?^\})/gm, "");

/** The module path of a file: `crates/leads/src/queue/store.rs` is `leads::queue::store`. @param {string} path */
function moduleOf(path) {
  const [, crate, , ...rest] = path.replace(/\.rs$/, "").split("/");
  const names = rest.filter(
    (name, at) => !(at === rest.length - 1 && /^(mod|lib|main)$/.test(name)),
  );
  return [crate.replaceAll("-", "_"), ...names].join("::");
}

/** The paths of a tree after `use`, written out. @param {string} tree @returns {string[]} */
function expand(tree) {
  const open = tree.indexOf("{");
  if (open < 0) return [tree.replace(/as\w+$/, "")];
  const parts = [];
  let depth = 0;
  let part = "";
  for (const letter of tree.slice(open + 1, -1)) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  const before = tree.slice(0, open);
  return [...parts, part]
    .filter(Boolean)
    .flatMap((inner) =>
      inner === "self" ? [before.slice(0, -2)] : expand(inner).map((rest) => before + rest),
    );
}

export class House {
  /** @param {Map<string, string>} files texts by their paths below the root */
  constructor(files) {
    this.files = files;
    this.rust = [...files.keys()].filter((path) => /^(crates|tests)\/.*\.rs$/.test(path));
    this.sources = this.rust.filter((path) => path.includes("/src/") && !/tests\.rs$/.test(path));
    this.fileOf = new Map(
      this.sources
        .filter((path) => !path.endsWith("main.rs"))
        .map((path) => [moduleOf(path), path]),
    );
    this.edges = this.#edges();
  }

  /** @param {string} path */
  text(path) {
    return this.files.get(path) ?? "";
  }

  /** Every path after `use`, with `crate` and `super` resolved. @param {string} path */
  #imports(path) {
    const module = moduleOf(path);
    const crate = module.split("::")[0];
    const trees = [...code(this.text(path)).matchAll(/^\s*(pub(?:\([^)]*\))? )?use ([^;]+);/gm)];
    return trees.flatMap(([, visible, tree]) =>
      expand(tree.replace(/\s+/g, "")).map((used) => {
        let at = used;
        if (at.startsWith("crate::")) at = crate + at.slice(5);
        else if (at.startsWith("super::")) {
          let parent = module;
          while (at.startsWith("super::")) {
            parent = parent.split("::").slice(0, -1).join("::");
            at = at.slice(7);
          }
          at = `${parent}::${at}`;
        } else if (this.fileOf.has(`${module}::${at.split("::")[0]}`)) at = `${module}::${at}`;
        return { used: at, reexport: Boolean(visible) };
      }),
    );
  }

  /** Which file a path is in: the longest module that is one. @param {string} used */
  #target(used) {
    const names = used.split("::");
    for (let length = names.length; length > 0; length -= 1) {
      const file = this.fileOf.get(names.slice(0, length).join("::"));
      if (file) return { file, item: names[length] };
    }
    return undefined;
  }

  /** Uses between files; anything that a module only hands on belongs to the file that has it. */
  #edges() {
    const found = new Map([...this.fileOf.values()].map((path) => [path, this.#imports(path)]));
    /** @param {string} used @returns {string | undefined} */
    const owner = (used) => {
      const at = this.#target(used);
      const handed =
        at?.item &&
        found.get(at.file)?.find((one) => one.reexport && one.used.endsWith(`::${at.item}`));
      return handed && handed.used !== used ? owner(handed.used) : at?.file;
    };
    return new Map(
      [...found].map(([path, all]) => [
        path,
        new Set(
          all
            .filter((one) => !one.reexport)
            .map((one) => owner(one.used))
            .filter((file) => file && file !== path),
        ),
      ]),
    );
  }

  /** Files that use each other, directly or by way of others (Tarjan). */
  circles() {
    const order = new Map();
    const low = new Map();
    /** @type {string[]} */
    const stack = [];
    /** @type {string[][]} */
    const found = [];
    /** @param {string} file */
    const visit = (file) => {
      order.set(file, order.size);
      low.set(file, order.get(file));
      stack.push(file);
      for (const next of this.edges.get(file) ?? []) {
        if (!next) continue;
        if (!order.has(next)) visit(next);
        if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
      }
      if (low.get(file) !== order.get(file)) return;
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle.toSorted());
    };
    for (const file of this.edges.keys()) if (!order.has(file)) visit(file);
    return found;
  }
}
