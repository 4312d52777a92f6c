// Unpacks the image and runs it with runc, as docker and podman do: its own user and command, a root that is read-only, no
// privilege, docker's filter of system calls. Only the network is the machine's own.
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { BINARY, ROOT, newFolder, pause } from "./amwaj.mjs";

const ARCHITECTURE = process.arch === "x64" ? "amd64" : process.arch;
/** Docker's own filter, which Debian's container tools bring. */
const SECCOMP = "/usr/share/containers/seccomp.json";
/** Limit of open files that the server asks for, and that a test's machine allows. */
const FILES_OPEN = 8192;

/** The user of packaging/Containerfile. No account of a machine has this number by chance. */
export const USER = 10001;

/** An image's file, looked into. */
export class Image {
  /** Builds one from the binary that the tests use. @param {string} folder @param {string} version */
  static async build(folder, version) {
    const words = [join(ROOT, "packaging/image.sh"), BINARY, folder, version];
    const { stdout } = await promisify(execFile)("bash", words);
    return new Image(stdout.trim(), join(folder, "image"));
  }

  /** @param {string} file @param {string} folder for what is in it */
  constructor(file, folder) {
    this.file = file;
    this.folder = folder;
    mkdirSync(folder);
    execFileSync("tar", ["-xf", file, "-C", this.folder]);
    const [{ Config, RepoTags, Layers }] = this.json("manifest.json");
    this.config = this.json(Config);
    /** @type {string[]} */
    this.names = RepoTags;
    /** @type {string[]} */
    this.layers = Layers;
  }

  /** @param {string} path */
  json(path) {
    return JSON.parse(readFileSync(join(this.folder, path), "utf8"));
  }

  /** One layer after another, with their owners. @param {string} root */
  unpack(root) {
    mkdirSync(root, { recursive: true });
    for (const layer of this.layers)
      execFileSync("tar", ["--numeric-owner", "-xpf", join(this.folder, layer), "-C", root]);
    return root;
  }
}

/** Docker's filter for a process without capabilities, in the runtime's form. */
function seccomp() {
  const { defaultAction, defaultErrnoRet, syscalls } = JSON.parse(readFileSync(SECCOMP, "utf8"));
  const ours = syscalls.filter(
    (/** @type {any} */ { includes = {}, excludes = {} }) =>
      !includes.caps?.length &&
      (!includes.arches?.length || includes.arches.includes(ARCHITECTURE)) &&
      !excludes.arches?.includes(ARCHITECTURE),
  );
  return {
    defaultAction,
    defaultErrnoRet,
    syscalls: ours.map((/** @type {any} */ { names, action, args, errnoRet }) => ({
      names,
      action,
      ...(args?.length ? { args } : {}),
      ...(errnoRet === undefined ? {} : { errnoRet }),
    })),
  };
}

/**
 * Settings of a container in a compose file, or after `docker run`.
 * @typedef {object} Run
 * @property {Image} image
 * @property {Record<string, string>} [env] beside the image's own
 * @property {Record<string, string>} [volumes] folders and files of this machine, by where they are inside
 * @property {string[]} [tmpfs]
 * @property {string[]} [command] instead of the image's own
 */

/** The runtime's description of a container. @param {Run} run */
function bundle({ image, env = {}, volumes = {}, tmpfs = [], command }) {
  const { User, Env, Entrypoint, Cmd, WorkingDir } = image.config.config;
  const [uid, gid] = User.split(":").map(Number);
  const own = Env.map((/** @type {string} */ one) => one.split(/=(.*)/s));
  const settings = { ...Object.fromEntries(own), ...env };
  const mount = (
    /** @type {string} */ destination,
    /** @type {string} */ type,
    /** @type {string} */ source,
    /** @type {string[]} */ options,
  ) => ({ destination, type, source, options });
  return {
    ociVersion: "1.0.2",
    process: {
      user: { uid, gid },
      args: [...Entrypoint, ...(command ?? Cmd)],
      env: Object.entries(settings).map((pair) => pair.join("=")),
      cwd: WorkingDir,
      capabilities: { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] },
      noNewPrivileges: true,
      rlimits: [{ type: "RLIMIT_NOFILE", soft: FILES_OPEN, hard: FILES_OPEN }],
    },
    root: { path: "rootfs", readonly: true },
    mounts: [
      mount("/proc", "proc", "proc", ["nosuid", "noexec", "nodev"]),
      mount("/dev", "tmpfs", "tmpfs", ["nosuid", "mode=755", "size=64k"]),
      ...tmpfs.map((at) => mount(at, "tmpfs", "tmpfs", ["nosuid", "nodev", "mode=1777"])),
      ...Object.entries(volumes).map(([at, here]) =>
        mount(at, "bind", here, ["rbind", "nosuid", "nodev"]),
      ),
    ],
    linux: {
      namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })),
      seccomp: seccomp(),
      readonlyPaths: ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"],
    },
  };
}

/** One running container. */
export class Container {
  /** @param {Run} run */
  constructor(run) {
    this.folder = newFolder("bundle");
    this.id = this.folder.split("/").at(-1) ?? "";
    this.root = run.image.unpack(join(this.folder, "rootfs"));
    writeFileSync(join(this.folder, "config.json"), JSON.stringify(bundle(run)));
    this.log = "";
    this.process = spawn("runc", ["run", "--bundle", this.folder, this.id], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.ended = new Promise((done) => this.process.once("exit", (code) => done(code)));
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (text) => {
        this.log += text;
      });
  }

  get running() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** The number of its first process on this machine. */
  get pid() {
    return JSON.parse(execFileSync("runc", ["state", this.id], { encoding: "utf8" })).pid;
  }

  /** Waits until an address answers as it should. @param {string} url @param {number} [within] milliseconds */
  async ready(url, within = 20_000) {
    for (const end = Date.now() + within; Date.now() < end && this.running; await pause(50)) {
      const answer = await fetch(url).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return this;
    }
    throw new Error(`no answer from ${url}:\n${this.log}`);
  }

  /** Runs the program once more inside, as `docker compose exec` does. @param {...string} words */
  exec(...words) {
    return execFileSync("runc", ["exec", this.id, "/usr/bin/amwaj", ...words], {
      encoding: "utf8",
    });
  }

  /** @param {"TERM" | "KILL"} signal */
  #signal(signal) {
    // It may have ended at this moment.
    spawnSync("runc", ["kill", this.id, signal]);
  }

  /** Ends it as docker does. @returns {Promise<{code: number, ms: number}>} */
  async stop() {
    const began = Date.now();
    if (this.running) this.#signal("TERM");
    const late = setTimeout(() => this.#signal("KILL"), 15_000);
    const code = await this.ended;
    clearTimeout(late);
    return { code, ms: Date.now() - began };
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
