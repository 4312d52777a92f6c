// `POST /sendMail.php` as the specification and other clients call it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { referenceIn, sendMail } from "../../scripts/shared/send-mail.mjs";
import { readMail } from "../../scripts/shared/read-mail.mjs";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const sara = {
  name: "Sara Khan",
  phone: "050 123 4567",
  service: "Plumbing Services",
  message: "The tap drips.",
};

test("R47 the plain JSON of the specification is answered with the sentence and a reference", async () => {
  const answer = await sendMail(site.server.url, sara);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  expect(answer.text).toMatch(/^Message sent successfully\. Reference AMW-[0-9A-Z]{5,12}\.\s*$/);
  const [lead] = await site.leadsOf("Sara Khan");
  expect(lead).toMatchObject({ ...sara, reference: referenceIn(answer.text) });
});

test("R47 without a message and with fields nobody asked for it is taken too", async () => {
  const answer = await sendMail(site.server.url, {
    name: "Short Sam",
    phone: "ask",
    service: "Anything",
    more: { of: "this" },
  } as any);
  expect(answer.status).toBe(200);
  expect(await site.leadsOf("Short Sam")).toHaveLength(1);
});

test("R46 the same key at the same moment, eight times, is one lead with one reference", async () => {
  const lead = { ...sara, name: "Eight Times" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendMail(site.server.url, lead, "one-key-for-eight")),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect(await site.leadsOf("Eight Times")).toHaveLength(1);
});

test("R47 without a key two equal requests are two leads", async () => {
  const lead = { ...sara, name: "Two Leads" };
  await sendMail(site.server.url, lead);
  await sendMail(site.server.url, lead);
  expect(await site.leadsOf("Two Leads")).toHaveLength(2);
});

test("R47 without a mail server each mail becomes a file with everything in it", async () => {
  const answer = await sendMail(site.server.url, { ...sara, name: "File Faris" });
  const reference = referenceIn(answer.text)!;
  const find = async () => {
    const files = site.server.mailFiles();
    const mails = await Promise.all(files.map((file) => readMail(readFileSync(file))));
    return mails.find((mail) => mail.text.includes(reference));
  };
  await expect.poll(find).toBeDefined();
  const mail = (await find())!;
  expect(mail.header("Subject")).toContain("File Faris");
  expect(mail.header("To")).toContain("inbox@company.example");
  expect(mail.text).toContain("tel:+971501234567");
  expect(mail.html).toContain("https://wa.me/971501234567");
});

test("R47 a lead is there for staff at once, as a list and as CSV that no spreadsheet runs", async () => {
  await sendMail(site.server.url, {
    ...sara,
    name: '=HYPERLINK("http://evil.example")',
    phone: "+971501234567",
    message: "@SUM(1)",
  });
  const { stdout: csv } = await site.server.command("leads", "export", "--format", "csv");
  expect(csv).not.toMatch(/(^|,)"?[=@]/m);
  expect(csv).toContain("HYPERLINK");
  const { stdout: list } = await site.server.command("leads", "list");
  expect(list).toContain("Sara Khan");
});

test("a second start on the same data folder says that one is running", async () => {
  const second = await site.server.command("serve").then(
    () => "it started",
    (error) => `${error.stderr}${error.stdout}`,
  );
  expect(second).toMatch(/already|running/i);
});

test("doctor says of each part how it is", async () => {
  const { stdout } = await site.server.command("doctor").catch((error) => error);
  for (const part of [/database/i, /mail/i, /content/i, /clock/i, /disk/i])
    expect(stdout).toMatch(part);
});
