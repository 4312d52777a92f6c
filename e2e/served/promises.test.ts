// The times that the pages promise are the ones that requests are due by, also after somebody changed them.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newFolder, pause, ROOT } from "../../scripts/shared/amwaj.mjs";
import { isThanks, referenceIn, sendMail } from "../../scripts/shared/send-mail.mjs";
import { ask } from "../site/http.ts";
import { ownSite } from "./site.ts";

const MINUTE_MS = 60_000;

const content = newFolder("content");
const site = ownSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  return { content };
});
afterAll(() => rmSync(content, { recursive: true, force: true }));

/** Minutes the company has for a request with this message. */
async function promised(message: string) {
  const phone = `050 7${String(Math.random()).slice(2, 8)}`;
  const sent = await sendMail(site.server.url, {
    name: "Noor",
    phone,
    service: "Plumbing Services",
    message,
  });
  expect(isThanks(sent)).toBe(true);
  const { stdout } = await site.server.command("leads", "export", "--format", "json");
  const leads: { reference: string; due_at: string; received_at: string }[] = JSON.parse(stdout);
  const lead = leads.find(({ reference }) => reference === referenceIn(sent.text));
  return (Date.parse(lead?.due_at ?? "") - Date.parse(lead?.received_at ?? "")) / MINUTE_MS;
}

test("R32 a request is due by the time that the pages promise, also after the fact was changed", async () => {
  expect(await promised("A leak in the kitchen")).toBe(60);
  expect(await promised("We have the Elite plan")).toBe(4 * 60);
  const facts = join(content, "facts.toml");
  const changed = readFileSync(facts, "utf8")
    .replace('plumber = "1 h"', 'plumber = "45 min"')
    .replace('"within the hour"', '"within 45 minutes"')
    .replace('response-elite = "4 h"', 'response-elite = "2 h"')
    .replace('response-elite-words = "4 hours"', 'response-elite-words = "2 hours"')
    .replace('response-elite-hour = "4-hour"', 'response-elite-hour = "2-hour"');
  writeFileSync(facts, changed);
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await ask(site.at("/"))).text.includes("within 45 minutes")) break;
    await pause(100);
  }
  expect((await ask(site.at("/"))).text).toContain("within 45 minutes");
  expect(await promised("A leak in the bathroom")).toBe(45);
  expect(await promised("We have the Elite plan, the kitchen this time")).toBe(2 * 60);
});
