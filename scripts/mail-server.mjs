// A small SMTP server that keeps every mail in memory and can be told to misbehave in the ways real ones do.
import { createServer } from "node:net";

/** What can go wrong, by name; `well` is a server that takes everything. */
export const FAULTS = /** @type {const} */ ({
  refused: "nothing listens",
  "4xx": "every recipient is answered 451 try again later",
  "5xx": "every recipient is answered 550 no",
  "4xx-after-dot": "the mail is answered 452 after its last dot",
  "5xx-after-dot": "the mail is answered 554 after its last dot",
  hang: "the connection is taken and never answered",
  "hang-after-dot": "the mail is taken and never answered",
  drop: "the mail is taken and the connection cut before the answer",
});

/** @typedef {{from: string, to: string[], raw: string, answered: boolean, mode: string}} TakenMail */

export class MailServer {
  /** @param {number} port @param {string} [mode] */
  constructor(port, mode = "well") {
    this.port = port;
    this.mode = mode;
    /** @type {TakenMail[]} mails that this server holds, whether or not it said so */
    this.mails = [];
    /** how often a client reached each mode */
    this.visits = 0;
    this.sockets = new Set();
    this.listener = createServer((socket) => this.serve(socket));
  }

  get url() {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Settings of a server that mails to it, and tries again soon. */
  get settings() {
    return {
      AMWAJ_SMTP_URL: this.url,
      AMWAJ_MAIL_TO: "inbox@company.example",
      AMWAJ_MAIL_FROM: "site@company.example",
      AMWAJ_OUTBOX_FIRST_RETRY: "1",
      AMWAJ_OUTBOX_MAX_RETRY: "1",
      AMWAJ_SMTP_TIMEOUT: "5",
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
    this.listener = createServer((socket) => this.serve(socket));
    return new Promise((done, fail) => {
      this.listener.once("error", fail).listen(this.port, "127.0.0.1", () => done(this));
    });
  }

  async close() {
    for (const socket of this.sockets) socket.destroy();
    if (this.listener.listening) await new Promise((done) => this.listener.close(done));
  }

  /** One connection. @param {import('node:net').Socket} socket */
  serve(socket) {
    const mode = this.mode;
    this.visits += 1;
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket)).on("error", () => {});
    if (mode === "hang") return;
    let text = "";
    /** @type {{from: string, to: string[]} | undefined} */
    let envelope;
    let inData = false;
    const say = (/** @type {string} */ line) => {
      if (!socket.destroyed) socket.write(`${line}\r\n`);
    };
    say("220 test ESMTP");
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += chunk;
      for (;;) {
        const end = inData ? "\r\n.\r\n" : "\r\n";
        const at = text.indexOf(end);
        if (at < 0) return;
        const piece = text.slice(0, at);
        text = text.slice(at + end.length);
        if (inData) {
          inData = false;
          this.take(piece, /** @type {any} */ (envelope), mode, socket, say);
        } else if (/^DATA$/i.test(piece)) {
          inData = true;
          say("354 go on");
        } else {
          envelope = answer(piece, envelope, mode, say, socket);
        }
      }
    });
  }

  /** A whole mail has arrived. @param {string} piece @param {{from: string, to: string[]}} envelope @param {string} mode
   * @param {import('node:net').Socket} socket @param {(line: string) => void} say */
  take(piece, envelope, mode, socket, say) {
    if (mode === "4xx-after-dot") return say("452 4.3.1 no room, try again later");
    if (mode === "5xx-after-dot") return say("554 5.7.1 not wanted");
    const raw = Buffer.from(piece.replace(/^\.\./gm, "."), "latin1").toString("utf8");
    const answered = mode === "well";
    this.mails.push({ ...envelope, raw, answered, mode });
    if (mode === "drop") socket.destroy();
    else if (mode !== "hang-after-dot") say("250 2.0.0 taken");
  }
}

/** Answers one command line. @param {string} line @param {{from: string, to: string[]} | undefined} envelope
 * @param {string} mode @param {(line: string) => void} say @param {import('node:net').Socket} socket */
function answer(line, envelope, mode, say, socket) {
  const verb = line.slice(0, 4).toUpperCase();
  const address = /<(.*?)>/.exec(line)?.[1] ?? "";
  if (verb === "MAIL") {
    say("250 ok");
    return { from: address, to: [] };
  }
  if (verb === "RCPT") {
    if (mode === "4xx") say("451 4.3.2 try again later");
    else if (mode === "5xx") say("550 5.1.1 no such person");
    else {
      envelope?.to.push(address);
      say("250 ok");
    }
  } else if (verb === "QUIT") {
    say("221 bye");
    socket.end();
  } else if (verb === "EHLO") say("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8");
  else say("250 ok");
  return envelope;
}
