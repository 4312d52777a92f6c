// Holds the systemd units against systemd's own checks, and against what the server does: a system call that the sandbox
// refuses would show only on somebody's server.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, BINARY, ROOT, environment, newFolder } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

commandLine(
  "The systemd units are right, closed as far as it goes, and let the server do what it does.",
  {},
);

const UNITS = join(ROOT, "packaging/systemd");
const service = readFileSync(join(UNITS, "amwaj.service"), "utf8");
/** systemd's figure for what a service may do: 10 is everything. */
const MOST_EXPOSED = 1.5;

/** The values of a directive, in order. @param {string} name */
const values = (name) =>
  [...service.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);

/** A system call, or all those of a set of systemd's, with those of the sets in it. @param {string} set @returns {string[]} */
function callsOf(set) {
  if (!set.startsWith("@")) return [set];
  const text = execFileSync("systemd-analyze", ["syscall-filter", set], { encoding: "utf8" });
  const lines = text
    .split("\n")
    .slice(1)
    .map((line) => line.trim());
  return lines.filter((line) => line && !line.startsWith("#")).flatMap(callsOf);
}

/** System calls left by the unit's filters. */
function allowedCalls() {
  const allowed = new Set();
  for (const filter of values("SystemCallFilter")) {
    for (const set of filter.replace("~", "").split(" ")) {
      for (const call of callsOf(set))
        filter.startsWith("~") ? allowed.delete(call) : allowed.add(call);
    }
  }
  return allowed;
}

/** Checks the units with systemd as if the program were installed. */
function verify() {
  const root = newFolder("root");
  const units = join(root, "etc/systemd/system");
  for (const folder of [units, join(root, "usr/bin"), join(root, "bin")])
    mkdirSync(folder, { recursive: true });
  for (const program of ["usr/bin/amwaj", "bin/kill"])
    writeFileSync(join(root, program), "", { mode: 0o755 });
  for (const unit of ["amwaj.service", "amwaj.socket"])
    copyFileSync(join(UNITS, unit), join(units, unit));
  const ran = spawnSync(
    "systemd-analyze",
    ["verify", `--root=${root}`, "amwaj.service", "amwaj.socket"],
    { encoding: "utf8" },
  );
  rmSync(root, { recursive: true });
  // The folder has no units of a whole system.
  return ran.stderr.split("\n").filter((line) => /amwaj\./.test(line) && !/not found/.test(line));
}

/** Runs the server as a person does who starts, upgrades and stops it, and returns each system call with its arguments. */
async function systemCalls() {
  const trace = newFolder("trace");
  const file = join(trace, "calls");
  const server = await Amwaj.start({
    under: ["strace", "-f", "-qq", "-s", "0", "-o", file],
  });
  const answer = await sendMail(server.url, {
    name: "Fatima",
    phone: "050 000 0142",
    service: "Plumbing Services",
  });
  out.claim("the server that is watched takes a request", isThanks(answer));
  // As `systemctl reload` does: another process prepares, and this one is ended.
  const prepared = spawnSync(
    "strace",
    ["-f", "-qq", "-s", "0", "-o", `${file}-prepare`, BINARY, "prepare"],
    {
      env: environment(server.settings),
      cwd: server.data,
    },
  );
  out.claim("another one prepares beside it", prepared.status === 0, prepared.stderr.toString());
  const [serving] = execFileSync("pgrep", ["-P", String(server.pid)], { encoding: "utf8" }).split(
    "\n",
  );
  process.kill(Number(serving), "SIGTERM");
  await server.ended;
  const calls = [file, `${file}-prepare`].flatMap((trace) =>
    readFileSync(trace, "utf8").split("\n"),
  );
  rmSync(trace, { recursive: true });
  rmSync(server.data, { recursive: true, force: true });
  return calls.flatMap((line) => {
    const [, name = "", rest = ""] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
    return name ? [{ name, rest }] : [];
  });
}

const out = claims("systemd units");
const mistakes = verify();
out.claim("systemd finds no mistake", mistakes.length === 0, mistakes);
const figure = execFileSync(
  "systemd-analyze",
  ["security", "--offline=true", join(UNITS, "amwaj.service")],
  { encoding: "utf8" },
).match(/exposure level.*: ([\d.]+)/)?.[1];
out.claim(`its exposure is at most ${MOST_EXPOSED}`, Number(figure) <= MOST_EXPOSED, figure);

const listen = /^# listen = "(.*)"$/m.exec(
  readFileSync(join(ROOT, "amwaj.example.toml"), "utf8"),
)?.[1];
const socket = readFileSync(join(UNITS, "amwaj.socket"), "utf8");
out.claim(
  "the socket's address is the one of the settings",
  socket.includes(`ListenStream=${listen}\n`),
);

const calls = await systemCalls();
const allowed = allowedCalls();
// Under root alone, SQLite gives new files to the owner of the database.
if (process.getuid?.() === 0) allowed.add("fchown");
const refused = [...new Set(calls.map(({ name }) => name))].filter((name) => !allowed.has(name));
out.claim(
  "the sandbox lets through every system call that the server makes",
  refused.length === 0,
  refused,
);
const writable = calls.filter(
  ({ name, rest }) => /^(mmap|mprotect)$/.test(name) && /PROT_WRITE\|PROT_EXEC/.test(rest),
);
out.claim("no memory is both written and run", writable.length === 0, writable.length);
out.note(
  `${calls.length} system calls, ${new Set(calls.map(({ name }) => name)).size} different ones`,
);
out.end();
