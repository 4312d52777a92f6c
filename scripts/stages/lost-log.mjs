// A log that can't be written: its reader has gone, doesn't read, its disk is full, or it is closed. Requests are stored and
// mailed all the same, and what is missing in the log is counted.
import { Amwaj, freePort, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { keepPosting, tally } from "../shared/visitors.mjs";

const options = commandLine("Requests while the log cannot be written (R46, R47).", {
  posters: [64, "how many post at the same time"],
  seconds: [2, "how long they post at each fault"],
  think: [600, "milliseconds a visitor waits between two requests"],
  mailwait: [20, "seconds to wait for the last mail"],
});
const out = claims(`lost-log: ${options.posters} posters while the log cannot be written`);

/** The command that starts the server, and whether lines are lost for good. */
const FAULTS = {
  "a pipe whose reader has gone": { under: bash("2> >(exit 0)"), lost: true },
  // Of one page, so that it's full after some lines; more of them wait in the server.
  "a pipe that nobody reads": { under: python(), lost: false },
  "a full disk": { under: bash("2>/dev/full"), lost: true },
  "no standard error": { under: bash("2>&-"), lost: false },
};

/** @param {string} stderr */
function bash(stderr) {
  return ["bash", "-c", `exec "$@" ${stderr}`, "bash"];
}

function python() {
  const script = [
    "import fcntl, os, sys",
    "read, write = os.pipe()",
    "fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)",
    "os.set_inheritable(read, True)",
    "os.dup2(write, 2)",
    "os.execvp(sys.argv[1], sys.argv[1:])",
  ];
  return ["python3", "-c", script.join("\n")];
}

/** @param {Amwaj} server @param {string} name */
async function metric(server, name) {
  const text = await (await fetch(`${server.admin}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? "NaN");
}

/** @param {string} fault @param {{under: string[], lost: boolean}} how */
async function under(fault, { under: start, lost }) {
  out.note(`-- ${fault}`);
  const inbox = await new MailServer(await freePort()).open();
  const server = await Amwaj.start({
    under: start,
    env: { ...inbox.settings, AMWAJ_LOG: "trace" },
  });
  try {
    const day = { over: false };
    const posters = Array.from({ length: options.posters }, (_, poster) =>
      keepPosting(poster, [server], day, options.think),
    );
    await pause(options.seconds * 1000);
    day.over = true;
    const seen = await Promise.all(posters);
    const told = await tally(seen, await server.leads(), inbox, options.mailwait, out);
    out.claim("every request was answered", told.unanswered === 0, told.unanswered);
    const page = await fetch(`${server.url}/`);
    out.claim("pages are served", page.status === 200, page.status);
    const lines = await metric(server, "amwaj_log_lines_lost_total");
    out.note(`${lines} lines of the log were lost`);
    if (lost) {
      const health = await server.health();
      // Its exit code speaks of the mail server too.
      const doctor = await server.command("doctor").catch((error) => error);
      out.claim(
        "a metric, /healthz and doctor say that lines are missing",
        lines > 0 && health.log_lines_lost > 0 && doctor.stdout.includes("lines are missing since"),
        { lines, health: health.log_lines_lost, doctor: doctor.stdout },
      );
    }
    const panics = await metric(server, "amwaj_panics_total");
    out.claim("nothing panicked", panics === 0, panics);
    const end = await server.stop();
    out.claim("it stops in order", end.code === 0, end);
  } finally {
    await server.stop();
    await inbox.close();
  }
}

for (const [fault, how] of Object.entries(FAULTS)) await under(fault, how);
out.end();
