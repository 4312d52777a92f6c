// Autosave: when words go to the server, and that nothing typed is lost to what comes back.
import { describe, expect, test } from "vitest";
import { deskOf, EDITOR, signInDesk, WORDS } from "./desk-post.ts";
import { open, pass, withFakeTime } from "./desk-post-saver.ts";

withFakeTime();

describe("saves", () => {
  test("one second after the last key", async () => {
    const page = open();
    page.type("One");
    await pass(900);
    expect(page.sent).toHaveLength(0);
    await pass(100);
    expect(page.sent).toMatchObject([{ body: "One", number: "5" }]);
    expect(page.saver.snapshot().state).toBe("saving");
    await page.accept(6);
    expect(page.saver.snapshot().state).toBe("saved");
    expect(page.take).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(page.sent).toHaveLength(1);
  });

  test("after two seconds at the latest, while somebody goes on typing", async () => {
    const page = open();
    for (let key = 1; key <= 5; key += 1) {
      page.type("x".repeat(key));
      await pass(500);
    }
    expect(page.sent).toMatchObject([{ body: "xxxx" }]);
  });

  test("nothing that the server has already", async () => {
    const page = open();
    page.type("One");
    page.type(WORDS.body);
    await pass(5_000);
    expect(page.sent).toHaveLength(0);
    expect(page.saver.snapshot().state).toBe("saved");
  });

  test("one at a time: what was typed meanwhile follows, based on the new number", async () => {
    const page = open();
    page.type("One");
    await pass(1_000);
    page.type("One two");
    await pass(5_000);
    expect(page.sent).toHaveLength(1);
    await page.accept(6);
    expect(page.body()).toBe("One two");
    await pass(2_000);
    expect(page.sent[1]).toMatchObject({ body: "One two", number: "6" });
    expect(page.sent[1]?.key).not.toBe(page.sent[0]?.key);
  });
});

describe("while the server is away", () => {
  test("it's tried again after 2, 4, 8 … 30 seconds, with the same key", async () => {
    const page = open();
    page.type("One");
    await pass(1_000);
    for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await page.answer(null);
      expect(page.saver.snapshot().state).toBe("away");
      const before = page.sent.length;
      await pass(wait - 1);
      expect(page.sent).toHaveLength(before);
      await pass(1);
      expect(page.sent).toHaveLength(before + 1);
    }
    expect(new Set(page.sent.map(({ key }) => key)).size).toBe(1);
    await page.accept(6);
    expect(page.saver.snapshot().state).toBe("saved");
  });

  test("a database that doesn't answer is the same; what is typed goes along with the next try", async () => {
    const page = open();
    page.type("One");
    await pass(1_000);
    await page.answer(deskOf({ name: "problem", problem: "away" }));
    page.type("One two");
    expect(page.saver.snapshot().state).toBe("away");
    await pass(2_000);
    expect(page.sent[1]).toMatchObject({ body: "One two", number: "5" });
    expect(page.take).not.toHaveBeenCalled();
  });
});

test("whoever is signed out keeps the editor and the words, and saves again once they are in", async () => {
  const page = open();
  page.type("One");
  await pass(1_000);
  await page.answer(signInDesk());
  expect(page.saver.snapshot().state).toBe("signed-out");
  expect(page.take).not.toHaveBeenCalled();
  page.type("One two");
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
  page.saver.save();
  await page.accept(6);
  expect(page.sent[1]).toMatchObject({ body: "One two" });
  expect(page.saver.snapshot().state).toBe("saved");
});

test("what the server can't take is said, and tried again with the next key", async () => {
  const page = open();
  page.type("One");
  await pass(1_000);
  await page.answer(deskOf({ name: "problem", problem: "invalid", text: "Too long." }));
  expect([page.saver.snapshot().state, page.saver.snapshot().refusal]).toEqual([
    "refused",
    "Too long.",
  ]);
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
  page.type("Two");
  await pass(1_000);
  expect(page.sent).toHaveLength(2);
});

describe("somebody else's words", () => {
  const MINE = "My first place.\n\nSecond place.\n";
  const MERGED = "My first place.\n\nHer second place.\n";

  test("come in with the answer", async () => {
    const page = open();
    page.type(MINE);
    await pass(1_000);
    await page.accept(7, { words: { ...WORDS, body: MERGED } });
    expect(page.body()).toBe(MERGED);
    expect(page.saver.snapshot().state).toBe("saved");
    page.type(`${MERGED}More.`);
    await pass(1_000);
    expect(page.sent[1]).toMatchObject({ number: "7" });
  });

  test("join what was typed since then", async () => {
    const page = open();
    page.type(MINE);
    await pass(1_000);
    page.type(MINE.replace("My", "My very"));
    await page.accept(7, { words: { ...WORDS, body: MERGED } });
    expect(page.body()).toBe(MERGED.replace("My", "My very"));
    await pass(2_000);
    expect(page.sent[1]).toMatchObject({ number: "7", body: MERGED.replace("My", "My very") });
  });

  test("wait for the server where they meet what was typed: the next save has the old number", async () => {
    const page = open();
    page.type(MINE);
    await pass(1_000);
    const typed = MINE.replace("Second", "My second");
    page.type(typed);
    await page.accept(7, { words: { ...WORDS, body: MERGED } });
    expect(page.body()).toBe(typed);
    await pass(2_000);
    expect(page.sent[1]).toMatchObject({ number: "5", body: typed });
  });

  test("that a look brings never take the place of what isn't saved", async () => {
    const page = open();
    const fresh = { ...EDITOR, number: 6, words: { ...WORDS, body: "Hers." } };
    page.type("Mine.");
    page.saver.offer(fresh);
    expect(page.body()).toBe("Mine.");
    await pass(1_000);
    page.saver.offer(fresh);
    expect([page.body(), page.saver.number]).toEqual(["Mine.", 5]);
    await page.accept(7);
    page.saver.offer({ ...fresh, number: 6 });
    expect(page.body()).toBe("Mine.");
    page.saver.offer({ ...fresh, number: 8 });
    expect([page.body(), page.saver.number]).toEqual(["Hers.", 8]);
  });
});

test("nothing is read or sent once the fields are gone, not even after the answer", async () => {
  const page = open();
  page.type("One");
  await pass(1_000);
  page.saver.close();
  page.type("");
  await page.accept(6);
  page.saver.save();
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
  expect(page.take).not.toHaveBeenCalled();
});

test("words that only this device had are saved with the number that they're based on", async () => {
  const page = open({ number: 3, words: null });
  page.saver.typed();
  await pass(1_000);
  expect(page.sent).toMatchObject([{ number: "3", body: WORDS.body }]);
  await page.accept(6);
  expect(page.saver.isUnsaved()).toBe(false);
});
