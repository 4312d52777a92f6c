// Runs Debian's exim as an ordinary program: own configuration, own spool, a maildir, one port on loopback.
import { spawn, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort, newFolder, pause } from "./amwaj.mjs";

const PROGRAM = "/usr/sbin/exim4";

/** @param {string} folder @param {number} port @param {string} domain */
const configuration = (folder, port, domain) => `
primary_hostname = mail.${domain}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
domainlist own_domains = ${domain}
deliver_drop_privilege = true
tls_advertise_hosts =
keep_environment =
add_environment =
message_size_limit = 10M
acl_smtp_rcpt = recipients
begin acl
recipients:
  accept domains = +own_domains
  deny message = no relaying
begin routers
inbox:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${folder}/maildir
  maildir_format
  create_directory
  envelope_to_add
  return_path_add
`;

/** exim refuses to run as root; Debian gives it a user of its own. */
function user() {
  if (process.getuid?.() !== 0) return {};
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync("id", [flag, "Debian-exim"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Starts a mail server that takes mail for one domain. @param {string} domain */
export async function startExim(domain) {
  if (!existsSync(PROGRAM))
    throw new Error("exim4 is not installed: run scripts/install-debian.sh");
  const folder = newFolder("exim");
  const port = await freePort();
  for (const name of ["spool", "log", "maildir"]) mkdirSync(join(folder, name));
  const settings = join(folder, "exim.conf");
  writeFileSync(settings, configuration(folder, port, domain));
  chmodSync(settings, 0o644);
  const owner = user();
  if (owner.uid !== undefined) execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
  const daemon = spawn(PROGRAM, ["-C", settings, "-bdf", "-q1m"], {
    ...owner,
    cwd: "/",
    stdio: ["ignore", "ignore", "inherit"],
  });
  await listening(port);
  const inbox = join(folder, "maildir", "new");
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Every mail that was delivered, as its bytes. */
    mails: () =>
      existsSync(inbox)
        ? readdirSync(inbox)
            .sort()
            .map((name) => readFileSync(join(inbox, name), "utf8"))
        : [],
    async stop() {
      const ended = new Promise((done) => daemon.once("exit", done));
      daemon.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} port */
async function listening(port) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const up = await new Promise((done) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        done(true);
      }).on("error", () => done(false));
    });
    if (up) return;
    await pause(25);
  }
  throw new Error("the mail server did not come up");
}
