// Autosave when two changed the same place: typed words stay, and nothing is saved over the other's words unasked.
import { expect, test } from "vitest";
import { EDITOR, WORDS } from "./desk-post.ts";
import { open, pass, withFakeTime } from "./desk-post-saver.ts";

withFakeTime();

const conflict = {
  mine: 8,
  by: "Layla Saleh",
  places: [{ field: "body" as const, mine: "Mine.", theirs: "Hers." }],
};

const HERS = { ...WORDS, body: "Hers." };

/** Mine was sent, and hers was there. */
async function clash() {
  const page = open();
  page.type("Mine.");
  await pass(1_000);
  await page.accept(7, { words: HERS, conflict });
  return page;
}

test("saving pauses until somebody has chosen, and what was typed stays", async () => {
  const page = await clash();
  expect(page.saver.snapshot().conflict).toMatchObject({ mine: 8, number: 7 });
  page.type("Mine. More.");
  page.saver.save();
  page.saver.offer({ ...EDITOR, number: 7, words: HERS });
  await pass(60_000);
  expect([page.sent.length, page.saver.snapshot().state]).toEqual([1, "conflict"]);
  expect([page.body(), page.saver.number]).toEqual(["Mine. More.", 5]);
});

test("what was chosen comes in, also where it's what the server had already", async () => {
  const page = await clash();
  page.saver.settled();
  page.saver.offer({ ...EDITOR, number: 7, words: HERS });
  expect([page.body(), page.saver.snapshot().state, page.saver.number]).toEqual([
    "Hers.",
    "saved",
    7,
  ]);
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
});

test("what was typed meanwhile goes on from what was chosen", async () => {
  const page = await clash();
  page.type("Mine. More.");
  page.saver.settled();
  page.saver.offer({ ...EDITOR, number: 9, words: { ...WORDS, body: "Mine." } });
  expect(page.body()).toBe("Mine. More.");
  await pass(2_000);
  expect(page.sent[1]).toMatchObject({ number: "9", body: "Mine. More." });
});

test("typed over what wasn't chosen, it's asked again rather than saved over hers", async () => {
  const page = await clash();
  page.type("Mine, truly.");
  page.saver.settled();
  page.saver.offer({ ...EDITOR, number: 7, words: HERS });
  await pass(2_000);
  expect(page.sent[1]).toMatchObject({ number: "5", body: "Mine, truly." });
});
