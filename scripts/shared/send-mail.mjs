// Posts service requests to `/sendMail.php` the way visitors' browsers and other programs do.
import { request, Agent } from "node:http";
import { request as requestByTls } from "node:https";

/** @typedef {{name: string, phone: string, service: string, message?: string}} Request */
/** @typedef {{status: number, text: string, headers: import('node:http').IncomingHttpHeaders}} Answer */

/**
 * Sends bytes as they are; fails when no whole answer came back.
 * @param {string} url the site's address @param {string | Buffer} body @param {Record<string, string>} headers @param {Agent} [agent]
 * @returns {Promise<Answer>}
 */
export function postBytes(url, body, headers, agent) {
  return new Promise((done, fail) => {
    const outgoing = (url.startsWith("https:") ? requestByTls : request)(
      new URL("/sendMail.php", url),
      { method: "POST", headers, agent },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        incoming.on("error", fail).on("end", () => {
          if (!incoming.complete) fail(new Error("the answer was cut short"));
          else done({ status: incoming.statusCode ?? 0, text, headers: incoming.headers });
        });
      },
    );
    outgoing
      .on("error", fail)
      .setTimeout(30_000, () => outgoing.destroy(new Error("no answer within 30 s")));
    outgoing.end(body);
  });
}

/** The specification's own call. @param {string} url @param {Request} lead @param {string} [key] makes it safe to repeat @param {Agent} [agent] */
export function sendMail(url, lead, key, agent) {
  const headers = {
    "Content-Type": "application/json",
    ...(key ? { "Idempotency-Key": key } : {}),
  };
  const body = JSON.stringify(lead);
  return postBytes(
    url,
    body,
    { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
    agent,
  );
}

/** Whether the visitor is thanked: status ok and the sentence of R47. @param {Answer} answer */
export function isThanks(answer) {
  return answer.status === 200 && answer.text.includes("Message sent successfully");
}

/** The reference in an answer, such as AMW-7K3F9. @param {string} text */
export function referenceIn(text) {
  return /AMW-[0-9A-Z]{5,12}/.exec(text)?.[0];
}
