// A push service for tests: takes messages for made-up phones, checks who signed them, and decrypts them with Node's own
// cryptography after RFC 8291, RFC 8188 and RFC 8292, so that it shares no code with the server.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer } from "node:http";

/** @param {string} text base64url */
const bytes = (text) => Buffer.from(text, "base64url");

/** A made-up phone: its keys, and what its push service answers. */
export class Phone {
  /** @param {string} endpoint */
  constructor(endpoint) {
    this.endpoint = endpoint;
    this.keys = createECDH("prime256v1");
    this.keys.generateKeys();
    this.auth = randomBytes(16);
    /** The status of the next answers. */
    this.status = 201;
    /** @type {{at: number, body: any}[]} what was decrypted, and when it came */
    this.messages = [];
    /** Number of messages refused. */
    this.refused = 0;
  }

  /** A browser's subscription. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.keys.getPublicKey().toString("base64url"),
      auth: this.auth.toString("base64url"),
    };
  }

  /** Decrypts a message (RFC 8291, 3.4). @param {Buffer} body */
  decrypt(body) {
    const salt = body.subarray(0, 16);
    const idLength = body[20];
    const sender = body.subarray(21, 21 + idLength);
    const secret = this.keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keys.getPublicKey(), sender]);
    const key = Buffer.from(hkdfSync("sha256", secret, this.auth, info, 32));
    const derived = (/** @type {string} */ label, /** @type {number} */ length) =>
      Buffer.from(
        hkdfSync("sha256", key, salt, Buffer.from(`Content-Encoding: ${label}\0`), length),
      );
    const sealed = body.subarray(21 + idLength);
    const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // A record ends with 2, then zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** Whether a message names its sender as RFC 8292 wants it. @param {string} header @param {string} audience */
export function signedFor(header, audience) {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  if (!token) return null;
  const [head, claims, signature] = token.split(".");
  const point = bytes(key);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const options = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  const valid = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    /** @type {any} */ (options),
    bytes(signature),
  );
  const said = JSON.parse(bytes(claims).toString());
  return valid && said.aud === audience && said.exp > Date.now() / 1000 ? { ...said, key } : null;
}

/** The service itself, on a port of its own. */
export class PushService {
  static async start() {
    const service = new PushService();
    await new Promise((done) => service.server.listen(0, "127.0.0.1", () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (service.server.address());
    service.url = `http://127.0.0.1:${port}`;
    return service;
  }

  constructor() {
    this.url = "";
    /** @type {Map<string, Phone>} */
    this.phones = new Map();
    /** @type {string[]} what was wrong with messages */
    this.complaints = [];
    /** @type {Set<string>} */
    this.senders = new Set();
    this.server = createServer((request, response) => {
      /** @type {Buffer[]} */
      const parts = [];
      request
        .on("data", (part) => parts.push(part))
        .on("end", () => {
          const phone = this.phones.get(request.url ?? "");
          const status = phone?.status ?? 404;
          this.look(request, phone, Buffer.concat(parts));
          if (status === 429) response.setHeader("Retry-After", "1");
          response.writeHead(status).end();
        });
    });
  }

  /** @param {import('node:http').IncomingMessage} request @param {Phone | undefined} phone @param {Buffer} body */
  look({ headers }, phone, body) {
    if (!phone) return;
    const sender = signedFor(headers.authorization ?? "", this.url);
    if (!sender) this.complaints.push(`not signed: ${headers.authorization}`);
    else this.senders.add(`${sender.sub} ${sender.key}`);
    if (!(Number(headers.ttl) >= 60)) this.complaints.push(`TTL ${headers.ttl}`);
    if (!/^(high|normal)$/.test(String(headers.urgency)))
      this.complaints.push(`Urgency ${headers.urgency}`);
    if (headers["content-encoding"] !== "aes128gcm") this.complaints.push("not aes128gcm");
    if (phone.status !== 201) {
      phone.refused += 1;
      return;
    }
    try {
      phone.messages.push({ at: Date.now(), body: JSON.parse(phone.decrypt(body)) });
    } catch (error) {
      this.complaints.push(`not decrypted: ${error}`);
    }
  }

  /** A new phone. */
  phone() {
    const path = `/push/${this.phones.size + 1}`;
    const phone = new Phone(this.url + path);
    this.phones.set(path, phone);
    return phone;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done(undefined)));
  }
}
