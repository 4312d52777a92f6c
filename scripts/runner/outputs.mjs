// Reads what cargo, vitest, Playwright and the claims of our own scripts print: how many passed, which failed, and with
// which command those are tried again by the runner's own means.

/** @typedef {"cargo" | "vitest" | "playwright"} RunnerName */

/** @param {string} output */
function plain(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  return output.replace(/\u001b\[[0-9;]*m/g, "");
}

/** How many checks passed and failed. @param {string} output */
export function count(output) {
  const text = plain(output);
  const sum = (/** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed:
      sum(/test result: \w+\. (\d+) passed/g) +
      sum(/^\s+Tests\s+.*?(\d+) passed/gm) +
      sum(/^ {2}(\d+) passed \(/gm) +
      sum(/: (\d+) claims held/g),
    failed:
      sum(/test result: \w+\. \d+ passed; (\d+) failed/g) +
      sum(/^\s+Tests\s+.*?(\d+) failed/gm) +
      sum(/^ {2}(\d+) failed$/gm) +
      sum(/claims held, (\d+) broken/g),
  };
}

/** How each runner names a failed test, and the command that tries failed tests again, alone. */
export const RUNNERS = {
  cargo: {
    name: /^test (\S+) \.\.\. FAILED$/gm,
    /** @param {string} command @param {string[]} names */
    again: (command, names) => `${command} TESTS="--exact ${names.join(" ")} --test-threads=1"`,
  },
  vitest: {
    name: /^ ?FAIL {2}(\S+ > .+)$/gm,
    /** @param {string} command @param {string[]} names whole files: tests of a file may build on each other */
    again: (command, names) =>
      `${command} -- ${[...new Set(names.map((name) => name.split(" > ")[0]))].join(" ")} --maxWorkers=1`,
  },
  playwright: {
    name: /^ {2}\d+\) (\[\w+\] › .+?)(?: ─+)?\s*$/gm,
    /** @param {string} command it knows by itself what failed */
    again: (command) => `${command} --last-failed --workers=1`,
  },
};

/** The failed tests that a runner names. @param {RunnerName} runner @param {string} output */
export function failedTests(runner, output) {
  return [
    ...new Set([...plain(output).matchAll(RUNNERS[runner].name)].map(([, name = ""]) => name)),
  ];
}

/** Marks that runners put before a failure and its cause. */
const FAILURE = /BROKEN|✘|^\s*\d+\) |FAIL |FAILED$|panicked|error(\[|:)|Error:|Expected|Received/;
/** Length of the summary of a failed stage at the very end, where people look first. */
const MAX_LINES = 12;
const MAX_COLUMNS = 400;

/** The lines that say what failed, or else the last ones. @param {string} output */
export function whatFailed(output) {
  const lines = plain(output)
    .split("\n")
    .filter((line) => line.trim());
  const named = [...new Set(lines.filter((line) => FAILURE.test(line)))];
  const said = named.length ? named.slice(0, MAX_LINES) : lines.slice(-MAX_LINES);
  return said.map((line) => `  ${line.trim().slice(0, MAX_COLUMNS)}`).join("\n");
}
