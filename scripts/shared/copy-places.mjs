// Where copies go in tests: a folder, and two servers of S3 that share no code: moto's, and rclone's, which checks signatures.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, freePort, ROOT } from "./amwaj.mjs";
import { until } from "./authority.mjs";

const PROGRAMS = join(ROOT, "target/python/bin");
const BUCKET = "copies";
const PREFIX = "dubai";
const KEY_ID = "amwaj-copies";
const SECRET = "a-long-secret-of-the-bucket";
/** moto's first start compiles its Python files. */
const START_SECONDS = 30;

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {Record<string, string>} env the settings of a site that copies there
 * @property {() => Promise<string[]>} files the names of what is there whole, asked past the program
 * @property {() => Promise<void>} close
 */

/** @param {string} command @param {string[]} words */
function start(command, words) {
  const child = spawn(join(PROGRAMS, command), words, { stdio: "ignore" });
  const ended = new Promise((done) => child.once("exit", done).once("error", done));
  return async () => {
    child.kill("SIGKILL");
    await ended;
  };
}

/** @param {number} port @returns {Record<string, string>} */
const bucketAt = (port) => ({
  AMWAJ_COPIES_TO: `s3://${BUCKET}/${PREFIX}`,
  AMWAJ_COPIES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  AMWAJ_COPIES_S3_KEY_ID: KEY_ID,
  AMWAJ_COPIES_S3_SECRET: SECRET,
});

/** Files with their final names: a hidden file is not whole yet. @param {string} folder */
const wholeIn = (folder) => readdirSync(folder).filter((name) => !name.startsWith("."));

/** @param {string} folder @returns {Place} */
export function folderPlace(folder) {
  mkdirSync(folder, { recursive: true });
  return {
    name: "folder",
    env: { AMWAJ_COPIES_TO: folder },
    files: async () => wholeIn(folder),
    close: async () => undefined,
  };
}

/** @returns {Promise<Place>} */
export async function motoPlace() {
  const port = await freePort();
  const close = start("moto_server", ["-H", "127.0.0.1", "-p", String(port)]);
  const bucket = `http://127.0.0.1:${port}/${BUCKET}`;
  const made = async () => (await fetch(bucket, { method: "PUT" })).ok;
  await until("moto has a bucket", made, START_SECONDS);
  const files = async () => {
    const list = await (await fetch(`${bucket}?list-type=2&prefix=${PREFIX}/`)).text();
    return [...list.matchAll(/<Key>[^<]*\/([^<]+)<\/Key>/g)].map(([, name]) => name);
  };
  return { name: "moto", env: bucketAt(port), files, close };
}

/** @param {string} root an empty folder, whose folders are buckets @returns {Promise<Place>} */
export async function rclonePlace(root) {
  const port = await freePort();
  const folder = join(root, BUCKET, PREFIX);
  mkdirSync(folder, { recursive: true });
  const serve = ["serve", "s3", "--config", "", "--addr", `127.0.0.1:${port}`];
  const close = start("rclone", [...serve, "--auth-key", `${KEY_ID},${SECRET}`, root]);
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}`)).status > 0;
  await until("rclone serves S3", isUp, START_SECONDS);
  return { name: "rclone", env: bucketAt(port), files: async () => wholeIn(folder), close };
}

/** A machine that has these settings and nothing else; `stop` removes what it gets.
 * @param {Record<string, string>} env @param {string} [data] its data folder */
export async function machine(env, data) {
  return new Amwaj(await freePort(), await freePort(), { env, data });
}

/** Output of a command, and its exit code. @param {Amwaj} server @param {...string} words */
export async function say(server, ...words) {
  const { code = 0, stdout, stderr } = await server.command(...words).catch((error) => error);
  return { code, said: `${stdout}${stderr}`.trim() };
}

/** The copies that `copies list` and `copies make` say. @param {string} said @returns {string[]} */
export const namesIn = (said) => said.match(/^amwaj-\S+/gm) ?? [];
