// Writes the container image, without a daemon: the binary, the libraries that it's linked to, and their licences. The
// file is an OCI layout that also has docker's manifest.json, so that docker, podman and skopeo all read it. The same
// commit, binary and Debian packages give the same bytes.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { sbom } from "./sbom.mjs";
import { ROOT, said, sourceDate, workspaceVersion } from "./source.mjs";
import { tar, withFolders } from "./tar.mjs";

/** @typedef {import("./tar.mjs").Entry} Entry */
/** @typedef {{mediaType: string, digest: string, size: number}} Descriptor */

/** The user that the site runs as. No account of a machine has this number by chance. */
export const USER = 10001;
const DATA = "/var/lib/amwaj";
/** The host in the name is nobody's: no tool looks for a stranger's image of this name elsewhere. */
export const NAME = "localhost/amwaj";
const SECOND = 1e9;

/** @param {string | Buffer} bytes */
const digest = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
/** @param {string} path @param {string | Buffer} content @param {number} [mode] @returns {Entry} */
const file = (path, content, mode) => ({
  path: path.replace(/^\//, ""),
  content: Buffer.from(content),
  mode,
});

/** The shared libraries that the binary loads, the loader among them, as paths. @param {string} binary */
export function librariesOf(binary) {
  const paths = said("ldd", [binary]).match(/\/\S+(?= \(0x)/g) ?? [];
  return paths.toSorted();
}

/** The Debian package that a file is from. @param {string} path */
function packageOf(path) {
  // Since Debian 13 the package has the path below /usr, to which /lib leads.
  const found = said("sh", ["-c", 'dpkg -S "$1" 2>/dev/null || dpkg -S "/usr$1"', "sh", path]);
  return found.split(":")[0];
}

/** What a library's package is, for the bill of materials. @param {string} name @returns {import("./sbom.mjs").Component} */
function debianComponent(name) {
  const architecture = debianArchitecture();
  const version = said("dpkg-query", ["-W", `${name}:${architecture}`]).split("\t")[1];
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
  const licence = `see the text in /usr/share/doc/${name}/copyright`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    licenses: [{ license: { name: licence } }],
    purl,
  };
}

const debianArchitecture = () => said("dpkg", ["--print-architecture"]);

/** The libraries with their packages' licences and every text that these refer to. @param {string[]} libraries @param {string[]} packages */
function libraryFiles(libraries, packages) {
  const copyrights = packages.map((name) => `/usr/share/doc/${name}/copyright`);
  const texts = copyrights.map((path) => readFileSync(path, "utf8")).join("\n");
  const common = new Set(texts.match(/\/usr\/share\/common-licenses\/[\w-]+(\.\d)?/g));
  return [
    ...libraries.map((path) => file(path, readFileSync(path), 0o755)),
    ...[...copyrights, ...common].map((path) => file(path, readFileSync(path))),
  ];
}

/** @param {string} binary @param {string} bill @returns {Entry[]} */
function programFiles(binary, bill) {
  const documents = "usr/share/doc/amwaj";
  return [
    file("usr/bin/amwaj", readFileSync(binary), 0o755),
    file(
      `${documents}/licences.txt`,
      readFileSync(join(ROOT, "crates/amwaj/licences.txt"), "utf8"),
    ),
    file(`${documents}/sbom.cdx.json`, bill),
    file("etc/passwd", `amwaj:x:${USER}:${USER}:Amwaj website:${DATA}:/usr/sbin/nologin\n`),
    file("etc/group", `amwaj:x:${USER}:\n`),
    // Without it, what asks for names first is glibc's own choice.
    file("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
    { path: "tmp", mode: 0o1777 },
    { path: DATA.slice(1), mode: 0o700, owner: USER },
  ];
}

/** How the image is run, and what it says of itself. @param {string} version @param {string} created @param {string[]} diffs the unpacked layers' digests */
function configuration(version, created, diffs) {
  return {
    created,
    architecture: debianArchitecture(),
    os: "linux",
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { "8080/tcp": {} },
      Env: [
        "PATH=/usr/bin",
        `AMWAJ_DATA_DIR=${DATA}`,
        "AMWAJ_LISTEN=0.0.0.0:8080",
        // As in systemd/amwaj.service.
        "GLIBC_TUNABLES=glibc.malloc.mmap_threshold=131072",
      ],
      Entrypoint: ["/usr/bin/amwaj"],
      Cmd: ["serve"],
      Healthcheck: {
        Test: ["CMD", "/usr/bin/amwaj", "health"],
        Interval: 5 * SECOND,
        Timeout: 5 * SECOND,
        // A large database takes minutes to bring up to date.
        StartPeriod: 600 * SECOND,
        Retries: 3,
      },
      Volumes: { [DATA]: {} },
      WorkingDir: DATA,
      StopSignal: "SIGTERM",
      Labels: {
        "org.opencontainers.image.title": "Amwaj",
        "org.opencontainers.image.description": "The website of a home maintenance company",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": said("git", ["rev-parse", "HEAD"]),
        "org.opencontainers.image.created": created,
      },
    },
    rootfs: { type: "layers", diff_ids: diffs },
    history: ["the libraries that the program is linked to", "the program"].map((comment) => ({
      created,
      comment,
    })),
  };
}

/** `level`: of gzip. @param {{binary: string, version: string, folder: string, level?: number}} options @returns {string} the image's file */
export function writeImage({ binary, version, folder, level = 6 }) {
  const date = sourceDate();
  const created = new Date(date * 1000).toISOString().replace(".000", "");
  const libraries = librariesOf(binary);
  const packages = [...new Set(libraries.map(packageOf))].toSorted();
  const bill = sbom(packages.map(debianComponent));
  // The libraries are dated by their packages, so that a new version of the site leaves their layer as it was.
  const packed = Math.max(...libraries.map((path) => Math.floor(statSync(path).mtimeMs / 1000)));
  const layers = [
    tar(withFolders(libraryFiles(libraries, packages)), packed),
    tar(withFolders(programFiles(binary, bill)), date),
  ];
  /** @type {Map<string, Buffer>} */
  const blobs = new Map();
  /** @param {string} kind @param {Buffer} bytes @returns {Descriptor} */
  const blob = (kind, bytes) => {
    const name = digest(bytes);
    blobs.set(`blobs/${name.replace(":", "/")}`, bytes);
    return {
      mediaType: `application/vnd.oci.image.${kind}`,
      digest: name,
      size: bytes.length,
    };
  };
  const json = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value));
  const zipped = layers.map((layer) => blob("layer.v1.tar+gzip", gzipSync(layer, { level })));
  const config = blob("config.v1+json", json(configuration(version, created, layers.map(digest))));
  const kind = "application/vnd.oci.image.manifest.v1+json";
  const manifest = blob(
    "manifest.v1+json",
    json({ schemaVersion: 2, mediaType: kind, config, layers: zipped }),
  );
  const name = `${NAME}:${version}`;
  const annotations = {
    "io.containerd.image.name": name,
    "org.opencontainers.image.ref.name": version,
  };
  const path = (/** @type {Descriptor} */ one) => `blobs/${one.digest.replace(":", "/")}`;
  blobs.set("oci-layout", json({ imageLayoutVersion: "1.0.0" }));
  blobs.set("index.json", json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }));
  blobs.set(
    "manifest.json",
    json([{ Config: path(config), RepoTags: [name], Layers: zipped.map(path) }]),
  );
  const image = join(folder, "amwaj-image.tar");
  mkdirSync(folder, { recursive: true });
  const entries = [...blobs].map(([at, content]) => ({ path: at, content }));
  writeFileSync(image, tar(withFolders(entries), date));
  return image;
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--help")) {
    console.log(
      "node packaging/image.mjs [BINARY [FOLDER]]    writes target/packages/amwaj-image.tar",
    );
    process.exit(0);
  }
  const binary = resolve(process.argv[2] ?? join(ROOT, "target/dist/amwaj"));
  const folder = resolve(process.argv[3] ?? join(ROOT, "target/packages"));
  console.log(writeImage({ binary, version: workspaceVersion(), folder }));
}
