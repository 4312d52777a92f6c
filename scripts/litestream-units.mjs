// The guide's units for Litestream under a real systemd: only paths, and the user that they run as, are replaced.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY, ROOT, freePort } from "./amwaj.mjs";
import { until } from "./authority.mjs";
import { LITESTREAM, Litestream, guideFile } from "./litestream-process.mjs";
import { isThanks, sendMail } from "./send-mail.mjs";
import { Systemd } from "./systemd.mjs";

const AGAIN_SECONDS = 20;
const UNIT = readFileSync(join(ROOT, "packaging/systemd/amwaj.service"), "utf8");
/** Of the server's unit, what decides when it starts and ends; `units.mjs` looks at the rest. */
const LIFECYCLE = UNIT.match(/^(Type|NotifyAccess|Restart|RestartSec)=.*$/gm)?.join("\n");

/** @param {string} folder an empty one @param {import('./litestream-killed.mjs').Options} options @param {import('./litestream-killed.mjs').Out} out */
export async function underSystemd(folder, options, out) {
  const data = join(folder, "data");
  for (const made of ["data", "units"]) mkdirSync(join(folder, made));
  const litestream = new Litestream(folder, join(data, "amwaj.db"), options);
  const url = `http://127.0.0.1:${await freePort()}`;
  const systemd = new Systemd(join(folder, "units"));
  systemd.write(
    "amwaj.service",
    `[Service]\n${LIFECYCLE}\nExecStart=${BINARY} serve\nEnvironment=AMWAJ_LOG=warn AMWAJ_DATA_DIR=${data} AMWAJ_LISTEN=${new URL(url).host}`,
  );
  // As its Debian package has it.
  systemd.write(
    "litestream.service",
    `[Service]\nRestart=always\nExecStart=${LITESTREAM} replicate -config ${litestream.config}\n[Install]\nWantedBy=multi-user.target`,
  );
  for (const file of ["litestream.service.d/amwaj.conf", "litestream-check.service"])
    systemd.write(file, litestream.withOwnPaths(guideFile(`systemd/system/${file}`)));
  try {
    await systemd.start();
    await claimUnits(systemd, url, litestream, out);
  } finally {
    if (process.exitCode || process.env.SHOW_LOG) console.log(systemd.log);
    await systemd.stop();
  }
}

/** @param {Systemd} systemd @param {string} url @param {Litestream} litestream @param {import('./litestream-killed.mjs').Out} out */
async function claimUnits(systemd, url, litestream, out) {
  const mainPid = async (/** @type {string} */ unit) =>
    Number(await systemd.property(unit, "MainPID"));
  /** Both run, as other processes than these. @param {number[]} before */
  const both = (...before) =>
    until(
      "both units run",
      async () => {
        const now = [await mainPid("amwaj"), await mainPid("litestream")];
        return now.every((id) => id > 0 && !before.includes(id)) && now;
      },
      AGAIN_SECONDS,
    );

  await systemd.control("enable", "litestream");
  await systemd.control("start", "litestream");
  const first = await both();
  const startedAt = async (/** @type {string} */ unit) =>
    Number(await systemd.property(unit, "ExecMainStartTimestampMonotonic"));
  const inOrder = async () => (await startedAt("amwaj")) < (await startedAt("litestream"));
  out.claim("starting Litestream starts the server before it", await inOrder());
  const lead = { name: "Fatima", phone: "050 000 0142", service: "Plumbing Services" };
  out.claim("the server takes a request", isThanks(await sendMail(url, lead)));
  await systemd.control("kill", "--kill-whom=main", "--signal=KILL", "amwaj");
  const second = await both(...first);
  out.claim(
    "a server that was killed takes Litestream with it, and both start again in their order",
    await inOrder(),
  );
  out.claim("the server takes a request again", isThanks(await sendMail(url, lead)));

  await litestream.caughtUp();
  const check = () => systemd.control("start", "litestream-check").catch(String);
  out.claim("the check finds a good copy good", (await check()) === "");
  // Which Litestream hasn't read: it goes on copying to the other place until it starts again.
  const config = readFileSync(litestream.config, "utf8");
  writeFileSync(
    litestream.config,
    config.replace(litestream.replica, join(dirname(litestream.replica), "nothing")),
  );
  const said = await check();
  out.claim(
    "it fails where no copy can be brought back, and stays listed as failed",
    said !== "" && (await systemd.property("litestream-check", "ActiveState")) === "failed",
    said.slice(0, 200),
  );
  const third = await both(second[1]).catch(() => second);
  out.claim(
    "and Litestream starts again, the server does not",
    third[0] === second[0] && third[1] !== second[1],
    third,
  );
  await systemd.control("stop", "amwaj");
  out.claim("what stops the server stops Litestream", (await mainPid("litestream")) === 0);
}
