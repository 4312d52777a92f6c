// Sends `/sendMail.php` what no browser would and prints, for each, the status and the sentence that came back.
import { readFileSync } from "node:fs";
import { Amwaj, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { isThanks, postBytes, sendMail } from "./send-mail.mjs";

const options = commandLine(
  "Bad input gets a non-2xx status and one clear sentence, and leaves the server as it was (R44, R47).",
  {
    times: [3, "how often the whole list is sent, to see memory settle"],
    growth: [24, "MB the server may grow by"],
  },
);

const GOOD = {
  name: "Sara",
  phone: "+971 50 123 4567",
  service: "Plumbing Services",
  message: "The tap drips.",
};
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const TEN_MB = 10 * 1024 * 1024;

/** @param {object} changed */
const withField = (changed) => JSON.stringify({ ...GOOD, ...changed });
/** @param {keyof typeof GOOD} name */
const without = (name) =>
  JSON.stringify(Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name)));

/** @typedef {{what: string, body: string | Buffer, type?: string, status?: number[], sentence?: RegExp, chunked?: boolean}} Case */
/** @type {Case[]} */
const CASES = [
  { what: "XML", body: "<name>Sara</name>", type: "text/xml", status: [415] },
  { what: "no content type", body: "hello", type: "", status: [400, 415] },
  { what: "an empty body", body: "" },
  { what: "broken JSON", body: '{"name": "Sara", ' },
  { what: "JSON and more", body: `${JSON.stringify(GOOD)} and more` },
  { what: "a JSON list", body: "[1, 2, 3]" },
  { what: "JSON null", body: "null" },
  { what: "a number as name", body: withField({ name: 5 }) },
  { what: "an object as phone", body: withField({ phone: { number: 1 } }) },
  { what: "a list as message", body: withField({ message: ["a"] }) },
  { what: "10 MB", body: withField({ message: "x".repeat(TEN_MB) }), status: [413] },
  {
    what: "10 MB without a length",
    body: withField({ message: "x".repeat(TEN_MB) }),
    chunked: true,
    status: [413],
  },
  { what: "nesting 100,000 deep", body: "[".repeat(100_000) },
  {
    what: "nesting inside a field",
    body: `{"name": ${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
  },
  {
    what: "invalid UTF-8",
    body: Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('","phone":"1","service":"x"}'),
    ]),
  },
  { what: "half a surrogate pair", body: '{"name":"\\ud800","phone":"1","service":"x"}' },
  .../** @type {const} */ (["name", "phone", "service"]).flatMap((name) => [
    {
      what: `no ${name}`,
      body: without(name),
      status: [422],
      sentence: /Please fill in all required fields\./,
    },
    {
      what: `${name} of blanks`,
      body: withField({ [name]: " \t\u00a0\u2003" }),
      status: [422],
      sentence: /Please fill in all required fields\./,
    },
    { what: `NUL in ${name}`, body: withField({ [name]: "a\0b" }) },
    { what: `CR LF in ${name}`, body: withField({ [name]: "Sara\r\nBcc: thief@evil.example" }) },
  ]),
  { what: "NUL in message", body: withField({ message: "a\0b" }) },
  { what: "name of 201 characters", body: withField({ name: "x".repeat(201) }) },
  { what: "phone of 61 characters", body: withField({ phone: "1".repeat(61) }) },
  { what: "service of 121 characters", body: withField({ service: "x".repeat(121) }) },
  { what: "message of 10,001 characters", body: withField({ message: "x".repeat(10_001) }) },
];

/** What a real visitor could type, which must not be refused. @type {{what: string, lead: typeof GOOD}[]} */
const WELCOME = [
  {
    what: "fields at their bounds",
    lead: {
      name: "\u{1f600}".repeat(200),
      phone: "٠".repeat(60),
      service: "é".repeat(120),
      message: "م".repeat(10_000),
    },
  },
  { what: "a phone number that is none", lead: { ...GOOD, phone: "ask reception" } },
  { what: "a service that is not in the list", lead: { ...GOOD, service: "Pool" } },
  { what: "a message of several lines", lead: { ...GOOD, message: "one\r\ntwo\nthree" } },
];

/** Resident memory of a process in MB. @param {number} pid */
export function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** @param {string} url @param {Case} one */
function post(url, one) {
  const type = one.type ?? JSON_TYPE;
  /** @type {Record<string, string>} */
  const headers = {};
  if (type) headers["Content-Type"] = type;
  if (!one.chunked) headers["Content-Length"] = String(Buffer.byteLength(one.body));
  return postBytes(url, one.body, headers).catch((error) => ({
    status: 0,
    text: String(error),
    headers: {},
  }));
}

/** One plain sentence: a capital, a full stop, one line, nothing of the program's inside. @param {string} text */
function isOneSentence(text) {
  const sentence = text.trim();
  return (
    /^[A-Z][^\n<>{}]{8,160}\.$/.test(sentence) &&
    !/serde|line \d+ column|panic|error:|::|sqlite/i.test(sentence)
  );
}

const { claim, note, end } = claims("bad input to /sendMail.php");
const server = await Amwaj.start({ env: { AMWAJ_LOG: "warn" } });
try {
  await pause(2000);
  const before = residentMegabytes(server.pid);
  for (const one of CASES) {
    const answer = await post(server.url, one);
    const status = one.status
      ? one.status.includes(answer.status)
      : answer.status >= 400 && answer.status < 500;
    const sentence = isOneSentence(answer.text) && (one.sentence?.test(answer.text) ?? true);
    claim(
      `R47 ${one.what}`.padEnd(40),
      status && sentence,
      `${answer.status} ${answer.text.trim().slice(0, 120)}`,
    );
  }
  for (let time = 1; time < options.times; time += 1)
    for (const one of CASES) await post(server.url, one);
  const got = await fetch(`${server.url}/sendMail.php`, { redirect: "manual" });
  claim(
    "R47 GET is no request for service: it leads to the form",
    [303, 405].includes(got.status),
    got.status,
  );
  const put = await fetch(`${server.url}/sendMail.php`, { method: "PUT", body: "{}" });
  claim(
    "R47 other methods are refused",
    put.status === 405,
    `${put.status} ${(await put.text()).slice(0, 80)}`,
  );
  const badForm = await post(server.url, {
    what: "form",
    body: "name=%FF%FE&phone=1&service=%00",
    type: FORM_TYPE,
  });
  claim(
    "R47 a form post with invalid UTF-8 is refused",
    badForm.status >= 400 && badForm.status < 500,
    badForm.status,
  );

  claim(
    "none of it was stored",
    (await server.leads()).length === 0,
    (await server.leads()).map(({ name }) => name.slice(0, 20)),
  );
  await pause(1000);
  const after = residentMegabytes(server.pid);
  claim(
    "memory stays bounded",
    after - before < options.growth,
    `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`,
  );
  for (const { what, lead } of WELCOME) {
    const answer = await sendMail(server.url, lead);
    claim(
      `R47 taken: ${what}`,
      isThanks(answer),
      `${answer.status} ${answer.text.trim().slice(0, 80)}`,
    );
  }
  const key = "a-key-that-is-used-twice";
  await sendMail(server.url, GOOD, key);
  const other = await sendMail(server.url, { ...GOOD, message: "another" }, key);
  claim(
    "R46 a key that comes with another request is refused",
    other.status >= 400 && other.status < 500 && isOneSentence(other.text),
    `${other.status} ${other.text.trim()}`,
  );
  claim("the server still runs", server.running && (await fetch(server.url)).status === 200);
  if (!server.running) note(server.log.slice(-1000));
} finally {
  await server.stop();
}
end();
