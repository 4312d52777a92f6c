// The desk's sentences: an inbox's heading, a request's history, the last action's result.
import { describe, expect, test } from "vitest";
import { headingOf, keptWords, urgency } from "../desk/screens/inbox/words.ts";
import { languageWords, pageWords } from "../desk/screens/request/page-words.ts";
import { callWithoutResult, timelineOf } from "../desk/screens/request/timeline.ts";
import { noticeWords } from "../desk/shell/notice-words.ts";
import { promised, roughly, saidWhen, span, when } from "../desk/ui/dubai.ts";
import { isBeingCalled, ordinal, waitingTags } from "../desk/ui/tags.tsx";
import type { Inbox, Row, TimelineEntry } from "../src/contract/desk.ts";

const at = (time: string, day = 22) => Date.parse(`2026-11-${day}T${time}:00+04:00`);
const NOW = at("13:56");
const ME = "Mariam Haddad";

const ROW: Row = {
  reference: "AMW-7K3F9",
  name: "Fatima Al Mansoori",
  phone: "050 000 0142",
  phone_e164: "+971500000142",
  other_numbers: [],
  doubtful_number: null,
  service: "AC Repair & Maintenance",
  message: "No cooling.",
  received_at: at("13:18"),
  due_at: at("14:18"),
  emergency: true,
  stage: "new",
  last: null,
  answered_at: null,
  nth_of_number: 1,
  failed: null,
  erased_at: null,
};
const LATE: Row = { ...ROW, name: "Rajesh Menon", emergency: false, due_at: at("10:40") };

const INBOX: Inbox = {
  show: "waiting",
  search: "",
  rows: [ROW],
  answered_today: [],
  counts: {
    waiting: 5,
    answered: 38,
    held: 2,
    failed: 1,
    all: 214,
    answered_today: 11,
    in_time_today: 10,
  },
  more: null,
  before_launch: 0,
  chat: { english: "", arabic: "" },
};

describe("the inbox's heading", () => {
  const withWaiting = (waiting: number) =>
    headingOf({ ...INBOX, counts: { ...INBOX.counts, waiting } });

  test("is how many people wait", () => {
    expect(withWaiting(5)).toBe("5 people are waiting");
    expect(withWaiting(1)).toBe("1 person is waiting");
    expect(withWaiting(0)).toBe("Nobody is waiting");
  });

  test("is what the other lists hold", () => {
    expect(headingOf({ ...INBOX, show: "answered" })).toBe("38 requests were answered");
    expect(headingOf({ ...INBOX, show: "failed" })).toBe("1 request wasn't delivered");
    expect(headingOf({ ...INBOX, show: "all" })).toBe("214 requests in all");
  });

  test("is what a search found", () => {
    expect(headingOf({ ...INBOX, search: "fat" })).toBe("1 request for “fat”");
    expect(headingOf({ ...INBOX, search: "xyz", rows: [] })).toBe("Nothing for “xyz”");
  });
});

describe("the sentence below it", () => {
  const sentences = (...rows: Row[]) => urgency(rows, NOW).map(({ name, after }) => name + after);

  test("names the emergency, and who is late", () => {
    expect(sentences(ROW, LATE)).toEqual([
      "Fatima's emergency comes first.",
      "Rajesh should've heard from us 3 hours ago.",
    ]);
  });

  test("names a late emergency", () => {
    const row = { ...ROW, due_at: at("13:36") };
    expect(sentences(row)).toEqual(["Fatima's emergency should've been answered 20 minutes ago."]);
  });

  test("says how long whoever waits alone still has", () => {
    expect(sentences({ ...ROW, emergency: false })).toEqual(["Fatima has 22 min left."]);
  });
});

test("how many promises of a day were kept", () => {
  expect(keptWords(11, 10)).toBe("all but 1 within their promise");
  expect(keptWords(11, 11)).toBe("all within their promise");
  expect(keptWords(2, 0)).toBe("none within their promise");
  expect(keptWords(0, 0)).toBe("");
});

describe("what happened", () => {
  const told = (kind: string, text = "", by: string | null = null) => {
    const [, entry] = timelineOf(at("13:18"), [{ at: NOW, kind, text, by, by_me: by === ME }]);
    return [entry?.strong, entry?.text, entry?.quote].filter(Boolean).join(" ");
  };

  test.each<[string, string, string | null, string]>([
    ["mail delivered", "250 OK", null, "Mail taken by the mail server."],
    ["mail not delivered", "mailbox full", null, "Mail not taken: mailbox full"],
    ["mail given up", "mailbox full", null, "Mail given up: mailbox full"],
    ["webhook delivered", "200", null, "Handed to the other program: taken (200)."],
    ["summary delivered", "", null, "In the summary mail."],
    ["contacted", "Comes at 9.", "Yusuf Khan", "Yusuf spoke with them. Comes at 9."],
    ["booked", "", ME, "You booked them."],
    ["lost", "Too expensive", null, "Somebody said they're lost. Too expensive"],
    ["new", "", "Yusuf Khan", "Yusuf reopened it."],
    ["calling", "", "Yusuf Khan", "Yusuf called."],
    ["handed out", "", "Yusuf Khan", "Yusuf gave them their data."],
    ["escalated", "", null, "Time was over: everybody was mailed."],
    ["push delivered", "try 1: on 2 phones; 1 phone gone", null, "On 2 phones; 1 phone gone."],
    ["push delivered", "no phone rang", null, "No phone rang."],
    [
      "push not delivered",
      "1 phone not reached: the push service did not answer",
      null,
      "Not every phone rang: 1 phone not reached: the push service did not answer",
    ],
    ["push given up", "1 phone not reached", null, "The phones were given up: 1 phone not reached"],
    ["reminded", "on 3 phones", null, "Half the time gone: on 3 phones."],
    [
      "reminded",
      "no phone rang; everybody was mailed",
      null,
      "Half the time gone: no phone rang; everybody was mailed.",
    ],
    [
      "reminded",
      "the whole time was over",
      null,
      "Nobody was reminded at half time: the whole time was over already.",
    ],
    ["rang late", "on 1 phone", null, "Time was over: on 1 phone."],
    ["rang late", "no phone rang", null, "Time was over: no phone rang."],
    ["something new", "its text", null, "something new its text"],
    ["constructor", "", null, "constructor"],
  ])("%s %s by %s", (kind, text, by, words) => expect(told(kind, text, by)).toBe(words));

  test("begins with its coming in", () => {
    expect(timelineOf(at("13:18"), [])).toMatchObject([{ strong: "Came in." }]);
  });
});

describe("after a call", () => {
  const event = (kind: string, by: string | null): TimelineEntry => ({
    at: NOW,
    kind,
    text: "",
    by,
    by_me: by === ME,
  });

  test("the desk asks whoever called", () => {
    const events = [event("calling", ME), event("mail delivered", null)];
    expect(callWithoutResult(events)?.kind).toBe("calling");
    expect(callWithoutResult([event("calling", "Yusuf Khan")])).toBeNull();
  });

  test("until they have said how it went", () => {
    expect(callWithoutResult([event("calling", ME), event("note", ME)])).toBeNull();
  });
});

describe("tags", () => {
  const calling = { at: at("13:50"), kind: "calling", by: "Yusuf Khan", by_me: false, note: "" };
  const words = (row: Row) => waitingTags(row, null, NOW).map((tag) => tag.words);

  test("say who calls, for ten minutes", () => {
    expect(words({ ...LATE, last: calling })).toEqual(["Yusuf is calling"]);
    expect(isBeingCalled({ ...LATE, last: calling }, at("14:01"))).toBe(false);
  });

  test("say what else matters", () => {
    const row = { ...ROW, failed: "mailbox full", nth_of_number: 3 };
    expect(words(row)).toEqual(["Emergency", "Not delivered", "3rd request"]);
  });

  test.each([
    [1, "1st"],
    [2, "2nd"],
    [3, "3rd"],
    [4, "4th"],
    [11, "11th"],
    [22, "22nd"],
    [112, "112th"],
  ])("%d is %s", (count, word) => expect(ordinal(count)).toBe(word));
});

test("what the last action did", () => {
  const answer = { notice: "answered", reference: "AMW-7K3F9", was: "new" } as const;
  expect(noticeWords({ ...answer, name: "Priya Nair", stage: "booked" })).toBe("Priya is booked.");
  expect(noticeWords({ ...answer, name: "", stage: "lost" })).toBe("AMW-7K3F9 is lost.");
  expect(noticeWords({ ...answer, name: "", stage: "contacted" })).toBe("You spoke with them.");
  expect(noticeWords({ notice: "tested", devices: 3 })).toBe(
    "3 phones were asked. They answer within 10 seconds.",
  );
  expect(noticeWords({ notice: "tested", devices: 1 })).toBe(
    "1 phone was asked. It answers within 10 seconds.",
  );
  const erased = { notice: "erased", requests: 2 } as const;
  expect(noticeWords({ ...erased, copies_until: null })).toBe("2 requests erased.");
  expect(noticeWords({ ...erased, copies_until: at("13:00") })).toBe(
    "2 requests erased. Copies elsewhere have it until 22 November 2026.",
  );
  expect(noticeWords({ notice: "last-owner" })).toBe("Make somebody else an owner first.");
});

test("the page of a request in words", () => {
  expect(pageWords("/ac-repair-and-maintenance-service-dubai?utm_source=google")).toBe(
    "AC repair and maintenance page",
  );
  expect(pageWords("/services/plumbing")).toBe("plumbing page");
  expect(pageWords("/")).toBe("home page");
  expect(pageWords("/blog/which-ac")).toBe("page /blog/which-ac");
  expect(languageWords("ar-AE")).toBe("Arabic");
  expect(languageWords("xx")).toBe("xx");
});

test("times as staff read them", () => {
  expect(when(at("22:40", 21), NOW)).toBe("Sat 22:40");
  expect(when(Date.parse("2025-03-12T10:00:00+04:00"), NOW)).toBe("12 March 2025");
  expect(saidWhen(at("13:18"), NOW)).toBe("today at 13:18");
  expect(saidWhen(at("22:40", 21), NOW)).toBe("on Saturday at 22:40");
  expect(saidWhen(at("10:00", 10), NOW)).toBe("on 10 November at 10:00");
  expect(span(100 * 60_000)).toBe("1 h 40 min");
  expect(roughly(0)).toBe("1 minute");
  expect(promised(3_600_000)).toBe("one hour");
  expect(promised(90 * 60_000)).toBe("90 minutes");
});
