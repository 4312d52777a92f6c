// Runs a cargo command and fails where the compiler or the linter warned. Cargo repeats the warnings of crates that are
// compiled already, so nothing is compiled again to find them.
import { spawnSync } from "node:child_process";

const [command, ...words] = process.argv.slice(2);
if (!command || command === "--help") {
  console.log(
    "node scripts/check/warnings.mjs cargo …    runs the command; exit 1 if it failed or warned",
  );
  process.exit(command ? 0 : 2);
}
const ended = spawnSync(command, words, {
  encoding: "utf8",
  stdio: ["ignore", "inherit", "pipe"],
  maxBuffer: 1 << 28,
});
process.stderr.write(ended.stderr);
const warnings =
  ended.stderr.match(/^warning(\[[^\]]*\])?: (?!.*generated \d+ warning)/gm)?.length ?? 0;
if (warnings) console.error(`${warnings} warnings: a warning is an error here.`);
process.exit(ended.status || (warnings ? 1 : 0));
