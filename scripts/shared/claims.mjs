// Collects what a script claims, prints each claim as it is settled, and ends the script with the right exit code.

/** @param {string} title */
export function claims(title) {
  let held = 0;
  let broken = 0;
  console.log(`\n${title}`);
  /** @param {string} sentence @param {boolean} holds @param {unknown} [seen] what was found instead */
  const claim = (sentence, holds, seen) => {
    if (holds) held += 1;
    else broken += 1;
    const found =
      seen === undefined ? "" : ` (${typeof seen === "string" ? seen : JSON.stringify(seen)})`;
    console.log(`  ${holds ? "holds " : "BROKEN"}  ${sentence}${found}`);
    return holds;
  };
  return {
    claim,
    /** @param {string} sentence @param {unknown[]} found what must not be there */
    none: (sentence, found) =>
      claim(sentence, found.length === 0, found.length > 0 ? found : undefined),
    /** @param {string} line */
    note(line) {
      console.log(`          ${line}`);
    },
    end() {
      console.log(`${title}: ${held} claims held, ${broken} broken`);
      process.exitCode = broken > 0 ? 1 : 0;
    },
  };
}

/**
 * Reads `--name value` from the command line; `--help` prints what the script is for and every option.
 * @template {Record<string, [string | number, string]>} T
 * @param {string} about @param {T} options name → default and one sentence
 * @returns {{[K in keyof T]: T[K][0]}}
 */
export function commandLine(about, options) {
  const words = process.argv.slice(2);
  const chosen = /** @type {any} */ (
    Object.fromEntries(Object.entries(options).map(([k, [v]]) => [k, v]))
  );
  if (words.includes("--help")) {
    const lines = Object.entries(options).map(
      ([k, [v, text]]) => `  --${k.padEnd(12)} ${text} (${v === "" ? "none" : v})`,
    );
    console.log(`${about}\n\n${lines.join("\n")}`);
    process.exit(0);
  }
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, "");
    if (!(name in options) || words[i + 1] === undefined) {
      console.error(`Unknown option ${words[i]}; --help lists them.`);
      process.exit(2);
    }
    chosen[name] = typeof options[name][0] === "number" ? Number(words[i + 1]) : words[i + 1];
  }
  return chosen;
}
