// Edit and see: rebuilds the pages' bundle and the server as their sources change; content the server watches itself.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
if (process.argv.includes("--help")) {
  console.log(
    "node scripts/dev.mjs    serves http://127.0.0.1:8080 and follows changes in web/, crates/ and content/",
  );
  process.exit(0);
}

const SETTLE_MS = 150;
const env = { ...process.env, AMWAJ_WEB_DIR: "web/dist", AMWAJ_CONTENT_DIR: "content" };
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

/** Runs a command to its end. @param {string} command @param {string[]} words @param {string} [folder] @returns {Promise<boolean>} whether it went well */
function done(command, words, folder = ".") {
  return new Promise((settle) => {
    spawn(command, words, { cwd: resolve(ROOT, folder), stdio: "inherit", env }).once(
      "exit",
      (code) => settle(code === 0),
    );
  });
}

async function stopServer() {
  if (!server || server.exitCode !== null) return;
  const over = new Promise((settle) => server?.once("exit", settle));
  server.kill("SIGTERM");
  await over;
}

/** Builds the server and, where that worked, starts the new one in place of the old. */
async function rebuildServer() {
  if (!(await done("cargo", ["build", "--quiet"]))) return;
  await stopServer();
  server = spawn(resolve(ROOT, "target/debug/amwaj"), ["serve"], {
    cwd: ROOT,
    stdio: "inherit",
    env,
  });
}

/** Both bundles, the browser's and the server's: the running server takes them up by itself. */
async function rebuildPages() {
  const began = Date.now();
  if (await done("npm", ["run", "--silent", "build", "--", "--logLevel", "warn"], "web")) {
    console.log(`pages built in ${Date.now() - began} ms`);
  }
}

/** After each burst of changes below a folder acts once; changes during the act make it act again. @param {string[]} folders @param {() => Promise<void>} act */
function follow(folders, act) {
  let acting = false;
  let changed = false;
  let settling = setTimeout(() => {}, 0);
  const begin = async () => {
    changed = true;
    if (acting) return;
    acting = true;
    while (changed) {
      changed = false;
      await act();
    }
    acting = false;
  };
  for (const folder of folders) {
    watch(resolve(ROOT, folder), { recursive: true }, () => {
      clearTimeout(settling);
      settling = setTimeout(begin, SETTLE_MS);
    });
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, async () => {
    await stopServer();
    process.exit(0);
  });
}

await rebuildPages();
await rebuildServer();
follow(["web/src", "web/ui", "web/public"], rebuildPages);
follow(["crates"], rebuildServer);
