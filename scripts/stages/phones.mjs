// Rings made-up phones: from a stored request to its message at a push service, with phones that are gone, refuse, or
// cannot be reached. Looks at each message with an independent reader.
import { Amwaj, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { PushService } from "../shared/push-service.mjs";
import { postBytes } from "../shared/send-mail.mjs";

const options = commandLine("Makes phones ring for requests, and measures how soon.", {
  requests: [1000, "how many requests wait"],
  posters: [8, "how many are posted at once"],
});
const { claim, note, end } = claims("phones");
const LATE_MS = 2_000;

/** Posts a request as one of many visitors. @param {Amwaj} site @param {number} number */
async function send(site, number) {
  const body = JSON.stringify({
    name: `Fatima Al Mansoori ${number}`,
    phone: `05${String(10_000_000 + number)}`,
    service: "AC Repair & Maintenance",
    message: number % 2 ? "No cooling since this morning" : "The yearly service, please",
  });
  const address = `100.64.${number >> 8}.${number & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": address };
  const answer = await postBytes(site.url, body, headers);
  return {
    status: answer.status,
    reference: /AMW-\w+/.exec(answer.text)?.[0] ?? "",
    at: Date.now(),
  };
}

/** Somebody of the office on a device of their own. @param {Amwaj} site @param {string} name */
async function signIn(site, name) {
  const { stdout } = await site.command("staff", "invite", name, "--role", "office");
  const code = /join#(\S+)/.exec(stdout)?.[1] ?? "";
  const headers = { origin: site.url, accept: "application/json" };
  const joined = await fetch(`${site.url}/desk/join`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ code }),
    redirect: "manual",
  });
  const cookie = joined.headers.get("set-cookie")?.split(";")[0] ?? "";
  /** @param {string} path @param {Record<string, string>} fields */
  const post = (path, fields) =>
    fetch(site.url + path, {
      method: "POST",
      headers: { ...headers, cookie },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  return { name, post };
}

/** @param {() => boolean} holds @param {number} within */
async function until(holds, within) {
  const last = Date.now() + within;
  while (!holds() && Date.now() < last) await pause(20);
  return holds();
}

/** Which requests a phone was told of, and when. @param {import("../shared/push-service.mjs").Phone} phone */
const ringsOf = (phone) =>
  new Map(phone.messages.map(({ at, body }) => [body.notification.tag, { at, body }]));

const service = await PushService.start();
const site = await Amwaj.start({ env: { AMWAJ_OUTBOX_FIRST_RETRY: "1" } });
try {
  const people = [];
  for (const name of ["Mariam", "Yusuf", "Khalid"]) people.push(await signIn(site, name));
  const phones = [];
  for (const person of people) {
    const phone = service.phone();
    phones.push(phone);
    const asked = await person.post("/desk/phone", phone.subscription);
    if (asked.status !== 200)
      throw new Error(`${person.name}: ${asked.status} ${await asked.text()}`);
  }

  const first = await send(site, 0);
  await until(() => phones.every((phone) => phone.messages.length === 1), 5_000);
  const told = phones.map((phone) => phone.messages[0]?.body);
  claim("a request rings every phone of the office", told.every(Boolean));
  const notification = told[0]?.notification ?? {};
  claim("the message is in the declarative form", told[0]?.web_push === 8030, told[0]?.web_push);
  claim(
    "it leads to the request, whose reference it replaces later",
    notification.navigate?.endsWith(`/desk/requests/${first.reference}`) &&
      notification.tag === first.reference,
  );
  const text = JSON.stringify(told);
  claim(
    "no name, number or word of the visitor's is in it",
    !/Fatima|Mansoori|0510|yearly/.test(text),
  );
  note(`${notification.title} / ${notification.body}`);

  const took = [];
  for (let number = 1; number <= options.requests; number += options.posters) {
    const some = Array.from({ length: options.posters }, (_, i) => send(site, number + i));
    took.push(...(await Promise.all(some)));
  }
  const all = await until(
    () => phones.every((phone) => phone.messages.length >= took.length + 1),
    60_000,
  );
  claim(
    `${took.length} requests ring all ${phones.length} phones`,
    all,
    phones.map((phone) => phone.messages.length),
  );
  const waits = phones.flatMap((phone) => {
    const rings = ringsOf(phone);
    return took.map(
      ({ reference, at }) => (rings.get(reference)?.at ?? Number.POSITIVE_INFINITY) - at,
    );
  });
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.floor(waits.length * 0.99)];
  claim(
    `99 of 100 messages come within ${LATE_MS} ms`,
    p99 <= LATE_MS,
    `p99 ${p99} ms, half ${waits[waits.length >> 1]} ms`,
  );
  claim(
    "no phone is rung twice for one request",
    phones.every((phone) => ringsOf(phone).size === phone.messages.length),
  );

  // One is gone, one refuses our key, one asks to wait.
  const [gone, refusing, busy] = phones;
  [gone.status, refusing.status, busy.status] = [410, 403, 429];
  const hard = await send(site, 5_001);
  await until(() => gone.refused > 0 && refusing.refused > 0 && busy.refused > 0, 5_000);
  await pause(300);
  [refusing.status, busy.status] = [201, 201];
  const reached = await until(
    () => ringsOf(refusing).has(hard.reference) && ringsOf(busy).has(hard.reference),
    20_000,
  );
  claim("a phone whose push service was away or refused rings once that is over", reached);
  const refusedBefore = gone.refused;
  const later = await send(site, 5_002);
  await until(() => ringsOf(busy).has(later.reference), 5_000);
  claim("a phone that is gone is asked no more", gone.refused === refusedBefore);
  const { stdout: shown } = await site.command("leads", "show", hard.reference);
  claim(
    "the timeline says so",
    /push not delivered: .*not reached/.test(shown) && /push delivered: .*on 2 phones/.test(shown),
  );
  const { stdout: mails } = await site.command("leads", "list", "--unsent");
  claim("nobody's mail is missing for it", !mails.includes(hard.reference));

  // The answerer's name replaces the message on the others' phones.
  const answered = await people[2].post(`/desk/requests/${later.reference}/answer`, {
    stage: "contacted",
    key: "tap-phones-1",
  });
  const replaced = () =>
    refusing.messages.find(
      ({ body }) => body.notification.tag === later.reference && body.notification.silent,
    );
  await until(() => Boolean(replaced()), 5_000);
  claim(
    "an answer replaces the message on the other phones, silently",
    replaced()?.body.notification.title === "Answered by Khalid",
    answered.status,
  );

  claim(
    "every message was signed by the same key, for this service, with its time and urgency",
    service.complaints.length === 0 && service.senders.size === 1,
    service.complaints.slice(0, 3),
  );
  await thirdDead();
} finally {
  await site.stop();
  await service.stop();
}
end();

/** With nine phones of which a random third is dead, nobody waits untold. */
async function thirdDead() {
  const before = [...service.phones.values()];
  const nine = [];
  for (const name of ["Aisha", "Omar", "Layla"]) {
    for (let device = 0; device < 3; device += 1) {
      const person = await signIn(site, name);
      const phone = service.phone();
      await person.post("/desk/phone", phone.subscription);
      nine.push(phone);
    }
  }
  const dead = nine.sort(() => Math.random() - 0.5).slice(0, 3);
  for (const phone of [...dead, ...before]) phone.status = Math.random() < 0.5 ? 410 : 404;
  const sent = [];
  for (let number = 6_001; number <= 6_000 + options.requests; number += options.posters) {
    const some = Array.from({ length: options.posters }, (_, i) => send(site, number + i));
    sent.push(...(await Promise.all(some)));
  }
  const alive = nine.filter((phone) => !dead.includes(phone));
  const untold = () => {
    const rung = alive.map(ringsOf);
    return sent.filter(({ reference }) => !rung.some((rings) => rings.has(reference)));
  };
  await until(() => untold().length === 0, 60_000);
  claim(
    `of ${sent.length} requests with a third of the phones dead, nobody was told of 0`,
    untold().length === 0,
    untold().length,
  );
}
