// The request form as an ordinary form post, as it goes over the line. Visitors are in ../form-without-scripts.spec.ts.
import { expect, test } from "vitest";
import { ask } from "../site/http.ts";
import { company, dialled } from "../site/words.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();

const FORM = "application/x-www-form-urlencoded";
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(site.at("/sendMail.php"), {
    method: "POST",
    headers: { "Content-Type": FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });

test("R46 what a visitor typed is shown escaped on the answer", async () => {
  const answer = await post({
    name: " ",
    phone: '"><script>alert(1)</script>',
    service: "</select><b>",
    message: "</textarea><script>alert(2)</script>",
  });
  expect(answer.status).toBe(422);
  expect(answer.headers["content-type"]).toMatch(/^text\/html/);
  expect(answer.text).not.toContain("<script>alert");
  expect(answer.text).not.toContain("</select><b>");
});

test("R45 R46 when a form post cannot be stored, the page keeps what was typed and shows the phone number", async () => {
  const long = await post({
    name: "x".repeat(201),
    phone: "050 111 2222",
    service: "Plumbing Services",
    message: "Kept words.",
  });
  expect(long.status).toBeGreaterThanOrEqual(400);
  expect(long.text).toContain("Kept words.");
  expect(long.text).toContain(dialled(company.phone));
});

test("R46 a form post from a foreign site is refused", async () => {
  const fields = { name: "Foreign Fred", phone: "1", service: "Plumbing Services" };
  const foreign = await post(fields, {
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
  });
  expect(foreign.status).toBe(403);
  expect((await post(fields)).status).toBe(200);
  expect(await site.leadsOf("Foreign Fred")).toHaveLength(1);
});

test("the answer to a form post is not kept by anyone", async () => {
  const answer = await post({ name: "Private Pia", phone: "1", service: "Plumbing Services" });
  expect(answer.headers["cache-control"]).toMatch(/no-store/);
});
