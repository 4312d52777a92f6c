// The desk's response clock: the words of a dimension line at each moment of a promise.
import { describe, expect, test } from "vitest";
import { dueOf } from "../desk/ui/due.ts";
import type { Row } from "../src/contract/desk.ts";

/** On Sunday 22 November 2026, in Dubai. */
const at = (time: string, day = 22) => Date.parse(`2026-11-${day}T${time}:00+04:00`);

type Timed = Pick<Row, "received_at" | "due_at" | "stage" | "answered_at">;

const WAITING: Timed = {
  received_at: at("13:18"),
  due_at: at("14:18"),
  stage: "new",
  answered_at: null,
};

describe("while somebody waits", () => {
  test("more than half of the time is left: the line is calm", () => {
    const due = dueOf(WAITING, at("13:33"));
    expect(due).toMatchObject({ look: "calm", percent: 25, from: "13:18", to: "14:18" });
    expect(due?.words).toBe("45 min left");
  });

  test("half of it is gone: the line is warm", () => {
    expect(dueOf(WAITING, at("13:48"))?.look).toBe("warm");
    const due = dueOf(WAITING, at("13:56"));
    expect(due).toMatchObject({ look: "warm", percent: 63, large: "22 min" });
    expect(due?.small).toBe("left of one hour");
  });

  test("in the last minute it is due now", () => {
    const due = dueOf(WAITING, at("14:18") - 59_000);
    expect(due).toMatchObject({ look: "warm", words: "due now", large: "due now", small: "" });
  });

  test("when the time is over, the line runs past its tick", () => {
    const row = { ...WAITING, received_at: at("22:40", 21), due_at: at("10:40") };
    const due = dueOf(row, at("13:56"));
    expect(due).toMatchObject({ look: "late", over: true, percent: 79, words: "3 h 16 min late" });
    expect(due).toMatchObject({ from: "Sat 22:40", to: "was due 10:40" });
  });

  test("at the first moment after it, it is just late", () => {
    expect(dueOf(WAITING, at("14:18"))).toMatchObject({ look: "late", words: "just late" });
  });

  test("however late it is, both ticks can be told apart", () => {
    expect(dueOf(WAITING, at("14:18") + 400 * 86_400_000)?.percent).toBeGreaterThanOrEqual(8);
  });

  test("a line that crosses midnight says the days", () => {
    const row = { ...WAITING, received_at: at("17:22", 21), due_at: at("17:22") };
    expect(dueOf(row, at("13:56"))).toMatchObject({ from: "Sat 17:22", to: "Sun 17:22" });
  });
});

describe("once somebody has answered", () => {
  test("the line says after how long", () => {
    const row: Timed = { ...WAITING, stage: "booked", answered_at: at("13:27") };
    expect(dueOf(row, at("18:00"))).toMatchObject({ look: "met", percent: 15, to: "in 9 min" });
  });

  test("an answer after its time runs past the tick", () => {
    const row: Timed = { ...WAITING, stage: "contacted", answered_at: at("15:18") };
    const due = dueOf(row, at("18:00"));
    expect(due).toMatchObject({ look: "met", over: true, percent: 50, to: "in 2 h" });
  });

  test("there is no line if nobody knows when", () => {
    expect(dueOf({ ...WAITING, stage: "lost" }, at("18:00"))).toBeNull();
  });
});

test("where no time was promised, there is no line", () => {
  expect(dueOf({ ...WAITING, due_at: null }, at("13:56"))).toBeNull();
});
