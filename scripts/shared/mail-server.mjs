// An SMTP server that keeps every mail in memory and can be told to misbehave in the ways real ones do.
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { readMail } from "./read-mail.mjs";

/** The libraries of the tests are installed in e2e/. */
const fromTests = createRequire(new URL("../../e2e/package.json", import.meta.url));
/** @type {typeof import("../../e2e/node_modules/smtp-server")} */
const { SMTPServer } = fromTests("smtp-server");

/** Faults by name; `well` is a server that accepts everything, `slow` one that takes its time to do so. */
export const FAULTS = /** @type {const} */ ({
  refused: "nothing listens",
  "4xx": "every recipient is answered 451 try again later",
  "5xx": "every recipient is answered 550 no",
  "4xx-after-dot": "the mail is answered 452 after its last dot",
  "5xx-after-dot": "the mail is answered 554 after its last dot",
  hang: "the connection is accepted and never answered",
  "hang-after-dot": "the mail is accepted and never answered",
  drop: "the mail is accepted and the connection cut before the answer",
});

/** Where a server can fail before it has the mail, with its refusals; a mode such as `greeting:cut` names one and how. */
export const STAGES = /** @type {const} */ ({
  greeting: { "4xx": [421, "4.3.2 too busy"], "5xx": [554, "5.3.2 not now"] },
  login: { "4xx": [454, "4.7.0 cannot look now"], "5xx": [535, "5.7.8 wrong"] },
  sender: { "4xx": [451, "4.7.1 later"], "5xx": [550, "5.7.1 limit reached"] },
  recipient: { "4xx": [451, "4.7.1 grey"], "5xx": [550, "5.1.1 no such person"] },
});

/** A server's refusals. @type {Record<string, [code: number, words: string]>} */
const REFUSALS = {
  "4xx": [451, "4.3.2 try again later"],
  "5xx": [550, "5.1.1 no such person"],
  "4xx-after-dot": [452, "4.3.1 no room, try again later"],
  "5xx-after-dot": [554, "5.7.1 not wanted"],
};
/** Time a slow server takes for each mail. */
const SLOW_MS = 500;
/** Longer than any client waits: a server that hangs doesn't hang up. */
const SOCKET_TIMEOUT_MS = 600_000;

/** @param {string} mode @param {readonly [number, string]} [of] */
function refusal(mode, of = REFUSALS[mode]) {
  const [responseCode, words] = of;
  return Object.assign(new Error(words), { responseCode });
}

/** @typedef {{from: string, to: string[], raw: string, text: string, answered: boolean, mode: string}} ReceivedMail */

export class MailServer {
  /** `login`: whoever doesn't sign in so is refused. @param {number} port @param {string} [mode] @param {{user: string, password: string}} [login] */
  constructor(port, mode = "well", login = undefined) {
    this.port = port;
    this.login = login;
    this.mode = mode;
    /** @type {ReceivedMail[]} mails that this server has, whether or not it said so */
    this.mails = [];
    /** how many connections there have been in this mode */
    this.visits = 0;
    /** how many of them are served well first, where a stage fails */
    this.spared = 0;
    /** Open connections, by the client's port. @type {Map<number | undefined, import('node:net').Socket>} */
    this.sockets = new Map();
    /** Those that are served well. @type {Set<import('node:net').Socket | undefined>} */
    this.served = new Set();
    /** @type {import("../../e2e/node_modules/smtp-server").SMTPServer | undefined} */
    this.smtp = undefined;
  }

  get url() {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Settings of a server that mails to this one, and tries again soon. */
  get settings() {
    return {
      AMWAJ_SMTP_URL: this.url,
      AMWAJ_MAIL_TO: "inbox@company.example",
      AMWAJ_MAIL_FROM: "site@company.example",
      AMWAJ_OUTBOX_FIRST_RETRY: "1",
      AMWAJ_LOG: "warn",
    };
  }

  /** Changes how it behaves from now on; connections that are open end. @param {string} mode */
  async behave(mode) {
    await this.close();
    this.mode = mode;
    this.visits = 0;
    if (mode !== "refused") await this.open();
    return this;
  }

  open() {
    const smtp = this.create();
    this.smtp = smtp;
    smtp.server.on("connection", (socket) => {
      this.visits += 1;
      const { remotePort } = socket;
      this.sockets.set(remotePort, socket);
      if (this.visits <= this.spared) this.served.add(socket);
      socket.on("close", () => this.sockets.delete(remotePort));
    });
    return new Promise((done, fail) => {
      // A client that goes away in the middle is no failure of the server.
      smtp.once("error", fail);
      smtp.listen(this.port, "127.0.0.1", () => {
        smtp.off("error", fail).on("error", () => {});
        done(this);
      });
    });
  }

  async close() {
    const { smtp } = this;
    if (!smtp) return;
    this.smtp = undefined;
    const closed = new Promise((done) => smtp.close(() => done(undefined)));
    for (const socket of this.sockets.values()) socket.destroy();
    await closed;
  }

  /** Fails at this stage, if the mode says so; whether it did.
   * @param {keyof typeof STAGES} here @param {{remotePort?: number}} session @param {(error: Error) => void} answer */
  fails(here, session, answer) {
    const [stage, how] = this.mode.split(":");
    const socket = this.sockets.get(session.remotePort);
    if (stage !== here || this.served.has(socket)) return false;
    if (how === "cut") socket?.destroy();
    else if (how === "4xx" || how === "5xx") answer(refusal(how, STAGES[here][how]));
    return true;
  }

  create() {
    const { mode, login } = this;
    return new SMTPServer({
      disabledCommands: login ? ["STARTTLS"] : ["AUTH", "STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, session, answer) => {
        if (this.fails("login", session, answer)) return;
        if (username === login?.user && password === login?.password)
          return answer(null, { user: username });
        answer(new Error("wrong user or password"));
      },
      disableReverseLookup: true,
      socketTimeout: SOCKET_TIMEOUT_MS,
      onConnect: (session, answer) => {
        if (mode !== "hang" && !this.fails("greeting", session, answer)) answer();
      },
      onMailFrom: (_address, session, answer) => {
        if (!this.fails("sender", session, answer)) answer();
      },
      onRcptTo: (_address, session, answer) => {
        if (this.fails("recipient", session, answer)) return;
        mode === "4xx" || mode === "5xx" ? answer(refusal(mode)) : answer();
      },
      onData: async (stream, session, answer) => {
        const bytes = await buffer(stream).catch(() => undefined);
        if (!bytes) return;
        if (mode.endsWith("xx-after-dot")) return answer(refusal(mode));
        const { mailFrom, rcptTo } = session.envelope;
        this.mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: bytes.toString("utf8"),
          text: (await readMail(bytes)).text,
          answered: mode === "well" || mode === "slow" || mode.includes(":"),
          mode,
        });
        if (mode === "slow") await setTimeout(SLOW_MS);
        if (mode === "drop") this.sockets.get(session.remotePort)?.destroy();
        else if (mode !== "hang-after-dot") answer();
      },
    });
  }
}
