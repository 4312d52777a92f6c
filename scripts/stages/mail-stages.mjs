// Every way in which a mail server fails before it has a mail, for a minute: whoever it did not refuse by name has the
// mail afterwards, once (R47).
import { Amwaj, freePort, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer, STAGES } from "../shared/mail-server.mjs";
import { referenceIn, sendMail } from "../shared/send-mail.mjs";

const options = commandLine(
  "Four stages of SMTP × 4xx, 5xx, silence, cut × one, two and eight recipients (R47).",
  {
    faulty: [60, "seconds each fault lasts"],
    wait: [240, "seconds to wait for the last mail of each fault"],
    only: ["", "one stage instead of all"],
  },
);
const HOWS = /** @type {const} */ (["4xx", "5xx", "silence", "cut"]);
const LOGIN = { user: "site", password: "secret" };
/** Whoever a server refuses by name, while others have the mail, is given up; if nobody has it, all are tried again. */
const REFUSES_BY_NAME = "recipient:5xx";
const { claim, note, end } = claims("mail-stages: a server that fails before it has the mail");

/** One site with a mail server of its own. @param {number} recipients @param {typeof HOWS[number]} how */
async function start(recipients, how) {
  const to = Array.from({ length: recipients }, (_, at) => `inbox${at}@company.example`);
  const inbox = await new MailServer(await freePort(), "well", LOGIN).open();
  const server = await Amwaj.start({
    env: {
      ...inbox.settings,
      AMWAJ_SMTP_URL: `smtp://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${inbox.port}`,
      AMWAJ_MAIL_TO: to.join(", "),
      AMWAJ_OUTBOX_FIRST_RETRY: "5",
    },
  });
  return { to, how, inbox, server };
}

/** @param {Awaited<ReturnType<typeof start>>} site @param {string} stage */
async function fail({ to, how, inbox, server }, stage) {
  const mode = `${stage}:${how}`;
  // The first of several has the mail before the server fails.
  inbox.spared = to.length > 1 ? 1 : 0;
  await inbox.behave(mode);
  const visitor = { name: `Sara ${mode}`, phone: "050 123 4567", service: "Plumbing Services" };
  const answer = await sendMail(server.url, { ...visitor, message: "" });
  const reference = referenceIn(answer.text) ?? "no reference";
  await pause(options.faulty * 1000);
  const met = inbox.visits > inbox.spared;
  await inbox.behave("well");
  const count = (/** @type {string} */ address) =>
    inbox.mails.filter((mail) => mail.to.includes(address) && mail.text.includes(reference)).length;
  const has = () => to.filter((address) => count(address) > 0);
  const began = Date.now();
  const givesUp = mode === REFUSES_BY_NAME && to.length > 1;
  const wanted = givesUp ? inbox.spared : to.length;
  const late = () => Date.now() - began > options.wait * 1000;
  while (has().length < wanted && !late()) await pause(200);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  // A second mail would come with the next tries.
  await pause(15_000);
  const doubled = to.filter((address) => count(address) > 1).length;
  const { stdout: unsent } = await server.command("leads", "list", "--unsent");
  const isKnown = unsent.includes(reference) === givesUp;
  claim(
    `${mode}, ${to.length} recipients: nobody lacks the mail, nobody has two, and who never had it is known`,
    answer.status === 200 && met && has().length === wanted && doubled === 0 && isKnown,
    `${has().length} of ${to.length} have it, the last ${seconds} s after the server was well; ${doubled} twice; ` +
      `unsent: ${unsent.includes(reference)}`,
  );
}

const sites = await Promise.all(
  HOWS.flatMap((how) => [1, 2, 8].map((recipients) => start(recipients, how))),
);
try {
  for (const stage of Object.keys(STAGES))
    if (!options.only || options.only === stage)
      await Promise.all(sites.map((site) => fail(site, stage)));
} finally {
  for (const { server, inbox } of sites) {
    await server.stop();
    await inbox.close();
  }
}
note("a server that fails after the last dot is in smtp.mjs");
end();
