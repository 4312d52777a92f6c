// Writes the Debian package: the binary, the units, the user, the manual, completions and the sample settings, by dpkg-deb.
// The same commit and binary give the same bytes.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { sbom } from "./sbom.mjs";
import { ROOT, said, sourceDate, workspaceVersion } from "./source.mjs";

/** Where each shell looks for completions, by the name that the binary gives the file. */
const COMPLETIONS = {
  "amwaj.bash": "usr/share/bash-completion/completions/amwaj",
  _amwaj: "usr/share/zsh/vendor-completions/_amwaj",
  "amwaj.fish": "usr/share/fish/vendor_completions.d/amwaj.fish",
};

/** What the binary writes of itself: name → text. @param {string} binary @param {"man" | "completions"} what */
function generated(binary, what) {
  const folder = mkdtempSync(join(tmpdir(), "amwaj-generated-"));
  try {
    said(binary, ["generate", what, folder]);
    return new Map(
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `quick`: not packed at all, for a test and not for a network.
 * @param {{binary: string, version: string, folder: string, quick?: boolean}} options @returns {string} the package's file */
export function writeDeb({ binary, version, folder, quick = false }) {
  const tree = mkdtempSync(join(tmpdir(), "amwaj-deb-"));
  /** @param {string} path @param {string | Buffer} content @param {number} [mode] */
  const put = (path, content, mode = 0o644) => {
    const file = join(tree, path);
    // mkdir and write ask the umask; a package must not.
    said("install", ["-d", "-m", "0755", dirname(file)]);
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  const ours = (/** @type {string} */ name) => readFileSync(join(import.meta.dirname, name));
  const packed = (/** @type {string | Buffer} */ text) => gzipSync(text, { level: 9 });
  try {
    chmodSync(tree, 0o755);
    put("usr/bin/amwaj", "");
    copyFileSync(binary, join(tree, "usr/bin/amwaj"));
    chmodSync(join(tree, "usr/bin/amwaj"), 0o755);
    for (const unit of ["amwaj.service", "amwaj.socket"])
      put(`lib/systemd/system/${unit}`, ours(`systemd/${unit}`));
    put("usr/lib/sysusers.d/amwaj.conf", ours("systemd/amwaj.sysusers"));
    for (const [name, page] of generated(binary, "man"))
      put(`usr/share/man/man1/${name}.gz`, packed(page));
    const completions = generated(binary, "completions");
    for (const [name, path] of Object.entries(COMPLETIONS)) {
      const text = completions.get(name);
      if (!text) throw new Error(`the binary writes no completions called ${name}`);
      put(path, text);
    }
    const documents = "usr/share/doc/amwaj";
    put(`${documents}/copyright`, ours("copyright"));
    put(
      `${documents}/licences.txt.gz`,
      packed(readFileSync(join(ROOT, "crates/amwaj/licences.txt"))),
    );
    put(`${documents}/sbom.cdx.json.gz`, packed(sbom()));
    put(`${documents}/amwaj.example.toml`, readFileSync(join(ROOT, "amwaj.example.toml")));
    put(`${documents}/operations.md`, readFileSync(join(ROOT, "docs/operations.md")));
    const date = new Date(sourceDate() * 1000).toUTCString().replace("GMT", "+0000");
    const changes = `amwaj (${version}) stable; urgency=medium\n\n  * See the repository's history.\n\n -- Amwaj <site@amwaj.example>  ${date}\n`;
    put(`${documents}/changelog.gz`, packed(changes));
    const size = said("du", ["-sk", "--apparent-size", tree]).split("\t")[0];
    for (const script of ["postinst", "prerm", "postrm"])
      put(`DEBIAN/${script}`, ours(script), 0o755);
    put("usr/share/lintian/overrides/amwaj", ours("lintian-overrides"));
    put("DEBIAN/control", control(version, size));
    mkdirSync(folder, { recursive: true });
    const architecture = said("dpkg", ["--print-architecture"]);
    const file = join(folder, `amwaj_${version}_${architecture}.deb`);
    const packing = ["--root-owner-group", quick ? "-Znone" : "-Zxz", "--build", tree, file];
    said("env", [`SOURCE_DATE_EPOCH=${sourceDate()}`, "dpkg-deb", ...packing]);
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** @param {string} version @param {string} size in KiB */
function control(version, size) {
  return `Package: amwaj
Version: ${version}
Architecture: ${said("dpkg", ["--print-architecture"])}
Maintainer: Amwaj <site@amwaj.example>
Installed-Size: ${size}
Depends: libc6 (>= 2.34), libgcc-s1, systemd | systemd-standalone-sysusers
Section: web
Priority: optional
Description: website of a home maintenance company
 Serves the company's pages, stores service requests and mails them to the
 staff. One program with everything in it; SQLite or PostgreSQL.
`;
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--help")) {
    console.log(
      "node packaging/deb.mjs [BINARY]    writes target/packages/amwaj_VERSION_ARCHITECTURE.deb",
    );
    process.exit(0);
  }
  const binary = resolve(process.argv[2] ?? join(ROOT, "target/dist/amwaj"));
  console.log(
    writeDeb({ binary, version: workspaceVersion(), folder: join(ROOT, "target/packages") }),
  );
}
