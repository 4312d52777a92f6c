// The Nu HTML checker, started once for many documents.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHECKER = join(import.meta.dirname, "../node_modules/vnu-jar/build/dist/vnu.jar");

/** It runs for seconds, in which the second compiler and parallel collectors cost more than they bring. */
const JAVA = ["-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** The checker's findings on these documents, one line each, by the names they came with. */
export function checkHtml(documents: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "amwaj-html-"));
  const names = Object.keys(documents);
  const files = names.map((name, at) => {
    const file = join(folder, `${at}.html`);
    writeFileSync(file, documents[name]!);
    return file;
  });
  return new Promise((done) => {
    execFile(
      "java",
      [...JAVA, "-jar", CHECKER, "--format", "json", ...files],
      { maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        rmSync(folder, { recursive: true, force: true });
        if (!stderr.trim().startsWith("{"))
          return done([`error: the checker did not run: ${error} ${stdout} ${stderr}`]);
        const { messages } = JSON.parse(stderr) as { messages: any[] };
        done(
          messages
            .filter(({ type, subType }) => type !== "info" || subType === "warning")
            .map(({ type, subType, url, lastLine, message, extract }) => {
              const name = names[Number.parseInt(url.split("/").at(-1), 10)];
              return `${subType ?? type}: ${name}:${lastLine} ${message} ${extract ?? ""}`;
            }),
        );
      },
    );
  });
}
