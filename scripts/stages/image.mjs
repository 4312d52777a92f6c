// Builds the container image, looks into it, and runs it as a container runtime does; needs root.
import { execFile, execFileSync } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { BINARY, ROOT, freePort, newFolder } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Container, Image, USER } from "../shared/container.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

commandLine(
  "The container image holds what it should and nothing else, and serves; needs root.",
  {},
);
const run = promisify(execFile);
const { claim, none, note, end } = claims("image");
const work = newFolder("images");
const MOST_MB = 35;
const SOON_MS = 5_000;
const EXPORT = ["leads", "export", "--format", "json"];

/** The image's file. Another is made as somebody else would, whose machine differs in what must not matter. */
async function build() {
  const folders = ["first", "second"].map((name) => join(work, name));
  const copy = join(work, "copy");
  copyFileSync(BINARY, copy);
  await Promise.all([
    run("bash", ["packaging/image.sh", BINARY, folders[0]], { cwd: ROOT }),
    run("sh", ["-c", `umask 077 && bash packaging/image.sh ${copy} ${folders[1]}`], {
      cwd: ROOT,
      env: { ...process.env, TZ: "Asia/Dubai", LC_ALL: "C" },
    }),
  ]);
  const [first, second] = folders.map((folder) => join(folder, "amwaj-image.tar.xz"));
  claim("two builds are equal bit for bit", readFileSync(first).equals(readFileSync(second)));
  const megabytes = statSync(first).size / 1e6;
  claim(`it has at most ${MOST_MB} MB`, megabytes <= MOST_MB, `${megabytes.toFixed(1)} MB`);
  return first;
}

/** @param {Image} image */
async function checkLayers(image) {
  const later = await Image.build(join(work, "later"), "9.9.9");
  const [now, then] = [image, later].map(({ config }) => config.rootfs.diff_ids);
  claim(
    "another version has the same layer of libraries",
    now[0] === then[0] && now[1] !== then[1],
  );
}

/** Skopeo copies as a registry would, and checks each digest. @param {Image} image */
async function checkFormats(image) {
  const {
    file,
    config: { config },
  } = image;
  const from = `docker-archive:${file}`;
  const to = `oci:${join(work, "copied")}`;
  const copied = await run("skopeo", ["copy", "--quiet", "--insecure-policy", from, to]).catch(
    (error) => error,
  );
  claim("skopeo copies it", !copied.code, copied.stderr || undefined);
  const { stdout } = await run("skopeo", ["inspect", from]).catch(() => ({ stdout: "{}" }));
  claim(
    "skopeo reads its labels",
    JSON.stringify(JSON.parse(stdout).Labels) === JSON.stringify(sorted(config.Labels)),
  );
  const [, version] = execFileSync(BINARY, ["--version"], { encoding: "utf8" }).trim().split(" ");
  const names = image.names.join();
  claim("its name is the version's", names === `localhost/amwaj:${version}`, names);
}

/** @param {Record<string, string>} labels */
const sorted = (labels) => Object.fromEntries(Object.entries(labels).toSorted());

/** Kind, mode, owner and path of everything below a folder. @param {string} root */
function listing(root) {
  const format = "%y %m %U:%G /%P\\n";
  const lines = execFileSync("find", [root, "-mindepth", "1", "-printf", format], {
    encoding: "utf8",
  });
  return lines.trim().split("\n").toSorted();
}

/** @param {string} root */
function checkFiles(root) {
  const linked = execFileSync("ldd", [BINARY], { encoding: "utf8" });
  const libraries = linked.match(/\/\S+(?= \(0x)/g) ?? [];
  const documents = join(root, "usr/share/doc");
  const packages = readdirSync(documents).filter((name) => name !== "amwaj");
  const expected = [
    ...["/usr/bin/amwaj", ...libraries].map((path) => `f 755 0:0 ${path}`),
    ...["passwd", "group", "nsswitch.conf"].map((name) => `f 644 0:0 /etc/${name}`),
    ...["licences.txt", "sbom.cdx.json"].map((name) => `f 644 0:0 /usr/share/doc/amwaj/${name}`),
    ...packages.map((name) => `f 644 0:0 /usr/share/doc/${name}/copyright`),
    "d 1777 0:0 /tmp",
    `d 700 ${USER}:${USER} /var/lib/amwaj`,
  ];
  const found = listing(root);
  none(
    "the program, its libraries, user, folders and licences are there",
    expected.filter((line) => !found.includes(line)),
  );
  const others = found.filter((line) => !expected.includes(line) && !line.startsWith("d 755 0:0"));
  none(
    "nothing else is: no shell, no setuid file",
    others.filter((line) => !/^f 644 0:0 \/usr\/share\/common-licenses\/[\w.-]+$/.test(line)),
  );
  claim(
    "the program is the one that was built",
    readFileSync(join(root, "usr/bin/amwaj")).equals(readFileSync(BINARY)),
  );
  const texts = packages.map((name) => readFileSync(join(documents, name, "copyright"), "utf8"));
  const named = texts.join("\n").match(/\/usr\/share\/common-licenses\/[\w-]+(\.\d)?/g) ?? [];
  none(
    "each licence that a library's package refers to is there",
    named.filter((path) => !existsSync(join(root, path))),
  );
  return packages;
}

/** @param {string} root @param {string[]} packages of the libraries */
async function checkBill(root, packages) {
  const documents = join(root, "usr/share/doc/amwaj");
  const file = join(documents, "sbom.cdx.json");
  const python = join(ROOT, "target/python/bin/python");
  const { stdout } = await run(python, [join(ROOT, "scripts/stages/sbom.py"), file]).catch(
    (error) => ({
      stdout: String(error),
    }),
  );
  claim("the bill of materials is right by CycloneDX's schema", stdout === "", stdout || undefined);
  /** @type {{components: {name: string, version: string, purl: string}[]}} */
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  const [, list] = readFileSync(join(documents, "licences.txt"), "utf8").split("\n\n");
  const licensed = list.split("\n").map((line) => line.split(":")[0]);
  const isDebian = (/** @type {{purl: string}} */ { purl }) => purl.startsWith("pkg:deb/");
  const listed = components
    .filter((one) => !isDebian(one))
    .map(({ name, version }) => `${name} ${version}`);
  none("it lists what the licences list, and nothing else", [
    ...licensed.filter((one) => !listed.includes(one)),
    ...listed.filter((one) => !licensed.includes(one)),
  ]);
  const debian = components.filter(isDebian).map(({ name }) => name);
  claim("it lists the libraries' packages", debian.join() === packages.toSorted().join(), debian);
  note(`${components.length} components`);
}

/** A process's status according to the kernel. @param {number} pid */
function privileges(pid) {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  return Object.fromEntries(lines.map((line) => line.split(":\t")));
}

/** Starts it on a volume of its own, ends it, and starts another one there. @param {Image} image */
async function serve(image) {
  const volume = newFolder("volume");
  chownSync(volume, USER, USER);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = {
    image,
    env: { AMWAJ_LISTEN: `127.0.0.1:${port}` },
    volumes: { "/var/lib/amwaj": volume },
    tmpfs: ["/tmp"],
  };
  const first = new Container(options);
  const before = listing(first.root);
  try {
    await first.ready(url);
    claim("the home page is served", (await (await fetch(url)).text()).includes("<h1"));
    const status = privileges(first.pid);
    claim(
      "by a user that isn't root",
      status.Uid === Array(4).fill(USER).join("\t") && USER > 0,
      status.Uid,
    );
    const sets = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map((name) => status[name]);
    claim("without any capability", /^0+$/.test(sets.join("")), sets);
    const lead = { name: "Fatima", phone: "050 000 0142", service: "Plumbing Services" };
    claim("a request is thanked for", isThanks(await sendMail(url, lead)));
    claim("commands run inside", JSON.parse(first.exec(...EXPORT)).length === 1);
    const health = image.config.config.Healthcheck.Test.slice(2);
    const well = first.exec(...health);
    claim("the image's health check finds it well", well.endsWith("can take requests\n"), well);
    const { code, ms } = await first.stop();
    claim(`SIGTERM ends it within ${SOON_MS / 1000} s`, code === 0 && ms < SOON_MS, { code, ms });
    const made = listing(first.root).filter((line) => !before.includes(line));
    none(
      "it writes nowhere but into its volume",
      made.filter((line) => !/ \/(dev|proc)$/.test(line)),
    );
    const foreign = listing(volume).filter((line) => !line.includes(` ${USER}:${USER} `));
    none("and nobody else may read that", [
      ...foreign,
      ...listing(volume).filter((line) => !/^(f 600|d 700) /.test(line)),
    ]);
  } finally {
    await first.stop();
    first.remove();
  }
  const second = new Container(options);
  try {
    await second.ready(url);
    claim("the next container has the request", JSON.parse(second.exec(...EXPORT)).length === 1);
  } finally {
    await second.stop();
    second.remove();
    rmSync(volume, { recursive: true });
  }
}

try {
  const image = new Image(await build(), join(work, "image"));
  await checkFormats(image);
  await checkLayers(image);
  const root = image.unpack(join(work, "root"));
  await checkBill(root, checkFiles(root));
  await serve(image);
} catch (error) {
  claim("the check came to its end", false, String(error));
} finally {
  rmSync(work, { recursive: true, force: true });
}
end();
