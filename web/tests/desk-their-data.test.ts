// Which requests of a number are meant, and what is in doubt.
import { expect, test } from "vitest";
import { choicesOf, doubtWords } from "../desk/screens/request/whose.ts";
import type { KeptRequest, TheirData } from "../src/contract/desk.ts";

const kept = (over: Partial<KeptRequest>): KeptRequest => ({
  reference: "AMW-7K3F9",
  received_at: 0,
  name: "Layla",
  phone: "04 332 1234",
  number_read: true,
  same_name: true,
  kept_back: null,
  ...over,
});

const data = (...requests: KeptRequest[]): TheirData => ({
  reference: "AMW-7K3F9",
  person: "Layla",
  phone_e164: "+97143321234",
  requests,
  in_doubt: false,
});

const values = (screen: TheirData) => choicesOf(screen).map(({ value, count }) => [value, count]);

test("all or one can be meant, and those of a name where others share the number", () => {
  const other = kept({ name: "Omar", same_name: false });
  expect(values(data(kept({})))).toEqual([["all", 1]]);
  expect(values(data(kept({}), kept({})))).toEqual([
    ["all", 2],
    ["one", 1],
  ]);
  expect(values(data(kept({}), other))).toEqual([
    ["all", 2],
    ["one", 1],
  ]);
  expect(values(data(kept({}), kept({}), other))).toEqual([
    ["all", 3],
    ["named", 2],
    ["one", 1],
  ]);
});

test("each doubt has a sentence", () => {
  expect(doubtWords(data(kept({}), kept({})))).toEqual([]);
  expect(doubtWords(data(kept({}), kept({ same_name: false })))[0]).toContain("more than one name");
  expect(doubtWords(data(kept({ number_read: false })))[0]).toContain("may not be found");
  expect(doubtWords(data(kept({}), kept({ number_read: false })))[0]).toContain("somebody else's");
});
