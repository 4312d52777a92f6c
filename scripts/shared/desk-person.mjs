// Somebody at the desk, without a browser: signed in with an invitation, asking and posting as the page's script does.
import { pause } from "./amwaj.mjs";

export class DeskPerson {
  /** Signs in. @param {import('./amwaj.mjs').Amwaj} server @param {string} name @param {string} role */
  static async of(server, name, role) {
    const { stdout } = await server.command("staff", "invite", name, "--role", role);
    const code = /#(\S+)/.exec(stdout)?.[1] ?? "";
    const person = new DeskPerson("");
    const answer = await person.post(server, "/desk/join", { code });
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("amwaj-desk"));
    if (!cookie) throw new Error(`no session for ${name}: ${answer.status}`);
    person.cookie = cookie.split(";")[0];
    return person;
  }

  /** @param {string} cookie */
  constructor(cookie) {
    this.cookie = cookie;
  }

  /** A form. @param {{url: string}} server @param {string} path @param {Record<string, string>} fields */
  post(server, path, fields) {
    return fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: this.cookie, origin: server.url, accept: "application/json" },
      body: new URLSearchParams(fields),
    });
  }

  /** A screen, as data. @param {{url: string}} server @param {string} path @returns {Promise<any>} */
  async screen(server, path) {
    const answer = await fetch(server.url + path, {
      headers: { cookie: this.cookie, accept: "application/json" },
    });
    return /** @type {any} */ (await answer.json()).screen;
  }

  /** Puts a price live; the response's status, 0 where none came. @param {{url: string}} server @param {string} was @param {string} value */
  async setPrice(server, was, value) {
    const form = { at: "/", piece: PRICE, was, value };
    const answer = await this.post(server, "/desk/site/save", form).catch(() => undefined);
    return answer?.status ?? 0;
  }

  /** The price as it is now. @param {{url: string}} server @returns {Promise<string>} */
  async price(server) {
    const { pieces } = await this.screen(server, "/desk/site?at=/");
    return pieces.find((/** @type {any} */ piece) => piece.id === PRICE).value;
  }
}

/** The price that is changed. */
export const PRICE = "facts.toml:prices.ac-cleaning";

/** Milliseconds until the home page has these words. @param {{url: string}} server @param {string} words */
export async function untilLive(server, words) {
  const began = performance.now();
  for (let tries = 0; tries < 1000; tries += 1) {
    const answer = await fetch(`${server.url}/`).catch(() => undefined);
    if ((await answer?.text())?.includes(words)) return performance.now() - began;
    await pause(5);
  }
  return Number.POSITIVE_INFINITY;
}
