// Posts requests while the mail server is well, down and faulty, and counts the mails that arrive for each.
import { Amwaj, freePort, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { startExim } from "../shared/exim.mjs";
import { FAULTS, MailServer } from "../shared/mail-server.mjs";
import { readMail } from "../shared/read-mail.mjs";
import { referenceIn, sendMail } from "../shared/send-mail.mjs";

const options = commandLine(
  "Every lead is mailed at least once in the end: against exim, and against a server with faults (R47).",
  {
    leads: [6, "how many are posted in each fault"],
    faulty: [3, "seconds each fault lasts after the first mail met it"],
    only: ["", "one fault instead of all"],
    wait: [240, "seconds to wait for the last mail"],
  },
);
const DOMAIN = "company.example";
const MAIL = {
  AMWAJ_MAIL_TO: `inbox@${DOMAIN}`,
  AMWAJ_MAIL_FROM: `Website <site@${DOMAIN}>`,
  AMWAJ_LOG: "warn",
  AMWAJ_OUTBOX_FIRST_RETRY: "1",
};
const { claim, note, end } = claims("smtp: exim and a server with faults");

/** Visitors whose words try to become something else in a mail. */
const VISITORS = [
  {
    name: "Sara Khan",
    phone: "050 123 4567",
    service: "Plumbing Services",
    message: "The kitchen tap drips.\nSince Monday.",
  },
  {
    name: "محمد العلي",
    phone: "٠٥٠١٢٣٤٥٦٧",
    service: "AC Repair & Maintenance",
    message: "المكيف لا يبرد",
  },
  {
    name: "Eve\r\nBcc: thief@evil.example",
    phone: "+971 4 123 4567\r\nX-Evil: 1",
    service: "Villa\u2028Renovation\u0085Cc: x@evil.example",
    message: "dots:\r\n.\r\n..\r\nQUIT",
  },
  {
    name: "=?utf-8?q?x=0D=0ABcc:thief=40evil.example?=",
    phone: "call me",
    service: "Other",
    message: "",
  },
  {
    name: "<script>alert(1)</script>",
    phone: '"><img src=x>',
    service: "Carpentry Work",
    message: '<b>bold</b> & "quoted" </table>',
  },
];

/** Waits until a condition holds. @param {() => boolean} holds @param {number} [seconds] */
async function until(holds, seconds = options.wait) {
  for (const last = Date.now() + seconds * 1000; Date.now() < last && !holds(); ) await pause(100);
  return holds();
}

async function againstExim() {
  const exim = await startExim(DOMAIN);
  const server = await Amwaj.start({ env: { ...MAIL, AMWAJ_SMTP_URL: exim.url } });
  try {
    const references = [];
    for (const visitor of VISITORS)
      references.push(referenceIn((await sendMail(server.url, visitor)).text));
    const taken = references.filter((reference) => reference !== undefined);
    await until(() => exim.mails().length >= taken.length, 30);
    await pause(1000);
    const mails = await Promise.all(exim.mails().map(readMail));
    const found = references.map((reference) =>
      mails.filter((mail) => reference && mail.text.includes(reference)),
    );
    claim(
      "R47 exim delivered one mail for each lead, and nothing else",
      taken.length >= 4 &&
        mails.length === taken.length &&
        found.every((some, at) => some.length === (references[at] ? 1 : 0)),
      found.map((some) => some.length),
    );
    const [sara, mohammed, eve, encoded, script] = found.map((some) => some[0]);
    if (sara) checkPlainMail(sara, references[0] ?? "");
    if (mohammed) checkArabicMail(mohammed);
    for (const mail of [eve, encoded]) if (mail) checkNoInjection(mail);
    if (script) {
      claim(
        "what a visitor typed is escaped in the HTML part",
        script.html.includes("&lt;script&gt;") && !/<script|<img src=x|<b>bold/i.test(script.html),
      );
    }
  } finally {
    await server.stop();
    await exim.stop();
  }
}

/** @param {import('../shared/read-mail.mjs').Mail} mail @param {string} reference */
function checkPlainMail(mail, reference) {
  claim(
    "From is the company's own domain, To the inbox",
    mail.header("From").includes(`site@${DOMAIN}`) && mail.header("To").includes(`inbox@${DOMAIN}`),
    `${mail.header("From")} → ${mail.header("To")}`,
  );
  claim(
    "the subject names service and visitor",
    /Plumbing Services/.test(mail.header("Subject")) && /Sara Khan/.test(mail.header("Subject")),
    mail.header("Subject"),
  );
  claim(
    "it has Date and Message-ID",
    mail.header("Date") !== "" && /<.+@.+>/.test(mail.header("Message-ID")),
  );
  for (const [part, text] of [
    ["text", mail.text],
    ["HTML", mail.html],
  ]) {
    claim(
      `its ${part} part has everything and the reference`,
      [
        "Sara Khan",
        "050 123 4567",
        "Plumbing Services",
        "The kitchen tap drips.",
        "Since Monday.",
        reference,
      ].every((word) => text.includes(word)),
    );
    claim(
      `its ${part} part answers with one tap: tel: and chat`,
      text.includes("tel:+971501234567") && text.includes("https://wa.me/971501234567"),
    );
  }
}

/** @param {import('../shared/read-mail.mjs').Mail} mail */
function checkArabicMail(mail) {
  claim(
    "an Arabic name arrives intact in subject, text and HTML",
    [mail.header("Subject"), mail.text, mail.html].every((part) => part.includes("محمد العلي")),
    mail.header("Subject"),
  );
  claim(
    "Arabic-Indic digits arrive as typed and can be called",
    mail.text.includes("٠٥٠١٢٣٤٥٦٧") && mail.html.includes("tel:+971501234567"),
  );
}

/** @param {import('../shared/read-mail.mjs').Mail} mail */
function checkNoInjection(mail) {
  const names = [...mail.headers.keys()];
  const to = mail.header("To") + mail.header("Envelope-To");
  claim(
    "no header of a visitor's making",
    !names.some((name) => /^(bcc|cc|x-evil)$/.test(name)) && !to.includes("evil"),
    mail.header("Subject"),
  );
}

/** @param {keyof typeof FAULTS} fault */
async function againstFault(fault) {
  const inbox = await new MailServer(await freePort()).behave(fault);
  const server = await Amwaj.start({ env: { ...MAIL, AMWAJ_SMTP_URL: inbox.url } });
  try {
    const names = Array.from(
      { length: options.leads },
      (_, number) => `Visitor ${fault} ${number}.`,
    );
    for (const name of names) {
      const answer = await sendMail(server.url, {
        name,
        phone: "050 123 4567",
        service: "Plumbing Services",
        message: "",
      });
      if (answer.status !== 200)
        claim(`${fault}: a visitor is thanked whatever the mail server does`, false, answer.status);
    }
    await (fault === "refused" ? pause(1000) : until(() => inbox.visits > 0, 15));
    const met = fault === "refused" || inbox.visits > 0;
    await pause(options.faulty * 1000);
    await inbox.behave("well");
    const count = (/** @type {string} */ name) =>
      inbox.mails.filter(({ text }) => text.includes(name)).length;
    const thanked = (/** @type {string} */ name) =>
      inbox.mails.filter(({ text, answered }) => answered && text.includes(name)).length;
    const began = Date.now();
    const all = await until(() => names.every((name) => thanked(name) > 0));
    await pause(1500);
    const twice = names.filter((name) => count(name) > 1).length;
    const stored = (await server.leads()).length;
    claim(
      `${fault} (${FAULTS[fault]}): each of ${names.length} leads stored once and mailed at least once`,
      met && all && stored === names.length,
      `${names.filter((name) => thanked(name) > 0).length} mailed ${((Date.now() - began) / 1000).toFixed(0)} s after it was well, ${twice} held twice by the mail server, ${stored} stored`,
    );
    claim(
      `${fault}: no mail the server acknowledged was sent again`,
      names.every((name) => thanked(name) <= 1),
    );
  } finally {
    await server.stop();
    await inbox.close();
  }
}

if (!options.only) await againstExim();
for (const fault of /** @type {(keyof typeof FAULTS)[]} */ (Object.keys(FAULTS))) {
  if (!options.only || options.only === fault) await againstFault(fault);
}
note(
  '"held twice" is what a server that fails after the last dot costs: it has the mail, but never said so',
);
end();
