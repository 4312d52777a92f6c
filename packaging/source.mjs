// What every package is named and dated by: the commit that it is made of.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

/** What a command prints. @param {string} command @param {string[]} words */
export function said(command, words) {
  const run = spawnSync(command, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0)
    throw new Error(`${command} ${words.join(" ")}: ${run.stderr || run.error}`);
  return run.stdout.trim();
}

/** The seconds that everything in a package is dated: of the last commit, so that two builds are equal. */
export function sourceDate() {
  return Number(process.env.SOURCE_DATE_EPOCH ?? said("git", ["log", "-1", "--format=%ct"]));
}

/** The version that Cargo.toml names. */
export function workspaceVersion() {
  const version = /^version = "(.+)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))?.[1];
  if (!version) throw new Error("Cargo.toml names no version");
  return version;
}
