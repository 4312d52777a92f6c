// Runs Debian's nginx on a page's packed bytes: one worker on the first core, as the server beside it has one thread there;
// gzip_static, everything that costs time switched off.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { freePort, newFolder, pause } from "../scripts/shared/amwaj.mjs";
import { ON_FIRST_CORE } from "./cores.mjs";

/** @typedef {{certificate: string, key: string}} Tls files */

/** @param {string} folder @param {number} port @param {[string, string][]} headers @param {Tls} [tls] */
const configuration = (folder, port, headers, tls) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  types { text/html html; }
  charset utf-8;
  access_log off;
  sendfile off;
  tcp_nodelay on;
  keepalive_requests 100000000;
  keepalive_timeout 65s;
  server_tokens off;
  gzip_static on;
  gzip_vary on;
  open_file_cache max=100 inactive=10m;
  open_file_cache_valid 10m;
  client_body_temp_path ${folder}/tmp;
  proxy_temp_path ${folder}/tmp;
  fastcgi_temp_path ${folder}/tmp;
  uwsgi_temp_path ${folder}/tmp;
  scgi_temp_path ${folder}/tmp;
  server {
    listen 127.0.0.1:${port} ${tls ? "ssl http2 " : ""}backlog=1024;
    ${tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key}; ssl_protocols TLSv1.2 TLSv1.3;` : ""}
    root ${folder}/site;
    ${headers.map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`).join("\n    ")}
  }
}
`;

/** @param {Buffer} packed the page as gzip @param {[string, string][]} headers further headers of every answer @param {Tls} [tls] for HTTP/2 */
export async function startNginx(packed, headers, tls) {
  const folder = newFolder("nginx");
  const port = await freePort();
  mkdirSync(join(folder, "site"));
  mkdirSync(join(folder, "tmp"));
  writeFileSync(join(folder, "site", "page.html"), gunzipSync(packed));
  writeFileSync(join(folder, "site", "page.html.gz"), packed);
  chmodSync(folder, 0o755);
  const settings = join(folder, "nginx.conf");
  writeFileSync(settings, configuration(folder, port, headers, tls));
  const [taskset, ...core] = ON_FIRST_CORE;
  const master = spawn(taskset, [...core, "/usr/sbin/nginx", "-c", settings, "-p", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}/page.html`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (childrenOf(master.pid ?? 0).length === 1 && (await isOpen(port))) break;
    await pause(25);
  }
  return {
    url,
    port,
    /** The master and its worker. */
    pids: () => [master.pid ?? 0, ...childrenOf(master.pid ?? 0)],
    async stop() {
      const ended = new Promise((done) => master.once("exit", done));
      master.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
function isOpen(port) {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.end());
  });
}

/** @param {number} parent */
function childrenOf(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, "utf8")
              .replace(/^.*\) /, "")
              .split(" ")[1],
          ) === parent
        );
      } catch {
        return false;
      }
    });
}
