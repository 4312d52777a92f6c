// Edit and see: rebuilds the pages' bundle and the server as their sources change; content the server watches itself.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
if (process.argv.includes('--help')) {
  console.log('node scripts/dev.mjs    serves http://127.0.0.1:8080 and follows changes in web/src, server and content');
  process.exit(0);
}

const SETTLE_MS = 150;
const env = { ...process.env, AMWAJ_WEB_DIR: 'web/dist', AMWAJ_CONTENT_DIR: 'content' };
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let building = false;
let again = false;

/** @param {string} command @param {string[]} words @param {object} [options] */
function start(command, words, options = {}) {
  return spawn(command, words, { cwd: ROOT, stdio: 'inherit', env, ...options });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function ended(child) {
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

async function stopServer() {
  if (!server || server.exitCode !== null) return;
  const over = ended(server);
  server.kill('SIGTERM');
  await over;
}

/** Builds the server and, where that worked, starts the new one in place of the old. */
async function rebuild() {
  if (building) {
    again = true;
    return;
  }
  building = true;
  do {
    again = false;
    if ((await ended(start('cargo', ['build', '--quiet']))) === 0 && !again) {
      await stopServer();
      server = start('target/debug/amwaj', ['serve']);
    }
  } while (again);
  building = false;
}

/** Calls back once a burst of changes is over. @param {string} folder @param {() => void} act */
function follow(folder, act) {
  let timer = setTimeout(() => {}, 0);
  watch(resolve(ROOT, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(act, SETTLE_MS);
  });
}

// One whole build first, so that the server finds a bundle; then the watcher.
if ((await ended(start('npm', ['run', '--silent', 'build'], { cwd: resolve(ROOT, 'web') }))) !== 0) process.exit(1);
const bundler = start('npm', ['run', '--silent', 'watch'], { cwd: resolve(ROOT, 'web') });
follow('server', rebuild);
await rebuild();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    bundler.kill();
    await stopServer();
    process.exit(0);
  });
}
