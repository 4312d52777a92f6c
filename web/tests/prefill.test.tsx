// R14: first values of the request form, and their fate when the visitor comes back from another page.
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDocument, comeBack, field, openDocument, show, type, words } from "./form.tsx";

const PLUMBING = "plumbing-services-in-dubai";
const PAINTING = "painting-services-in-dubai";

const shown = () => ["name", "service", "message"].map((name) => field(name).value);

beforeEach(openDocument);
afterEach(closeDocument);

test("R14 a prefill fills the form and never overwrites what the visitor typed", async () => {
  await show(null);
  await type({ message: "My own words" });
  await show("premium");
  expect(shown()).toEqual(["", "Maintenance Contract", "My own words"]);
});

test("R14 another prefill replaces the first one's values, and what it has none for becomes empty", async () => {
  await show("premium");
  expect(field("message").value).toBe(words.wishes.premium?.message);
  await show("elite");
  expect(field("message").value).toBe(words.wishes.elite?.message);
  await show(PLUMBING);
  expect(shown()).toEqual(["", "Plumbing Services", ""]);
  await show(null);
  expect(shown()).toEqual(["", "Plumbing Services", ""]);
});

test("R14 a service without a choice of its own leaves the choice open, and its name starts the message", async () => {
  await show(PAINTING);
  expect(shown()).toEqual(["", "", "Painting: "]);
});

test("R14 an urgent request from a service's page is about that service", async () => {
  await show(`${PLUMBING} emergency`);
  expect(shown()).toEqual(["", "Plumbing Services", words.wishes.emergency?.message]);
});

test.each(["no-such-service", "constructor", "__proto__"])(
  "R14 the unknown prefill %s leaves the form empty",
  async (name) => {
    await show(name);
    expect(shown()).toEqual(["", "", ""]);
  },
);

test("R14 from another service's page, what the visitor typed stays and the first service goes", async () => {
  await show(PLUMBING);
  await type({ name: "Aisha" });
  await comeBack(null);
  expect(shown(), "elsewhere, the draft is as it was").toEqual(["Aisha", "Plumbing Services", ""]);
  await comeBack(PAINTING);
  expect(shown()).toEqual(["Aisha", "", "Painting: "]);
});

test("R14 a service that the visitor chose stays, whatever page comes next", async () => {
  await show(PLUMBING);
  await type({ service: "Carpentry Work", message: "A door" });
  await comeBack(PAINTING);
  expect(shown()).toEqual(["", "Carpentry Work", "A door"]);
});
