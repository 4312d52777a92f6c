// History of a request, in words.
import type { Stage, TimelineEntry } from "../../../src/contract/desk.ts";
import { firstName } from "../../ui/first-name.ts";

export type Entry = {
  at: number;
  /** Kind of dot: a person's is large, a failure's is red. */
  tone: "system" | "person" | "late";
  /** The main point, before the rest. */
  strong: string;
  text: string;
  /** A note, or the receiver's words. */
  quote: string;
};

type Words = Omit<Entry, "at">;

const said = (text: string, quote = ""): Words => ({ tone: "system", strong: "", text, quote });
const failed = (text: string, quote: string): Words => ({ ...said(text, quote), tone: "late" });
const did = (strong: string, quote: string): Words => ({ tone: "person", strong, text: "", quote });

/** `try 1: on 2 phones` as a sentence, without counting. */
function sentence(text: string): string {
  const words = text.replace(/^try \d+: /, "");
  return words && `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}

/** Phrases for a delivery, each beginning a sentence. */
type Delivery = {
  delivered: (answer: string) => Words;
  refused: string;
  lost: string;
  begun: string;
};

const DELIVERIES: Record<string, Delivery> = {
  mail: {
    delivered: () => said("Mail taken by the mail server."),
    refused: "Mail not taken:",
    lost: "Mail given up:",
    begun: "Mail on its way.",
  },
  webhook: {
    delivered: (answer) => said(`Handed to the other program: taken${answer && ` (${answer})`}.`),
    refused: "The other program didn't take it:",
    lost: "The other program was given up:",
    begun: "On its way to the other program.",
  },
  summary: {
    delivered: () => said("In the summary mail."),
    refused: "The summary mail wasn't taken:",
    lost: "The summary mail was given up:",
    begun: "On its way in the summary mail.",
  },
  push: {
    delivered: (answer) => said(sentence(answer) || "The phones were told."),
    refused: "Not every phone rang:",
    lost: "The phones were given up:",
    begun: "On its way to the phones.",
  },
};

function deliveryWords(channel: Delivery, result: string, text: string): Words | null {
  switch (result) {
    case "delivered":
      return channel.delivered(text);
    case "not delivered":
      return failed(channel.refused, text);
    case "given up":
      return failed(channel.lost, text);
    case "begun":
      return said(channel.begun);
    default:
      return null;
  }
}

const STAGES: Record<Stage, (who: string) => string> = {
  new: (who) => `${who} reopened it.`,
  contacted: (who) => `${who} spoke with them.`,
  booked: (who) => `${who} booked them.`,
  lost: (who) => `${who} said they're lost.`,
};

const isStage = (kind: string): kind is Stage => Object.hasOwn(STAGES, kind);

/** A request that staff have written down for somebody who called. */
const ENTERED = "entered";

/** Sentences for staff's actions, by kind. */
const PEOPLE: Record<string, (who: string) => string> = {
  calling: (who) => `${who} called.`,
  note: (who) => `${who} noted:`,
  [ENTERED]: (who) => `${who} wrote it down.`,
  "handed out": (who) => `${who} gave them their data.`,
  retried: (who) => `${who} sent it again.`,
  released: (who) => `${who} passed it on.`,
  dismissed: (who) => `${who} said it's spam.`,
};

/** The server's words for a reminder that came too late to be one. */
const OVER = "the whole time was over";

/** Phones rang again when half of the promised time was over. */
function reminderWords(text: string): Words {
  if (text === OVER) return said(`Nobody was reminded at half time: ${OVER} already.`);
  const words = `Half the time gone: ${text || "the phones rang again"}.`;
  return text.startsWith("no phone") ? failed(words, "") : said(words);
}

function wordsOf({ kind, text, by, by_me }: TimelineEntry): Words {
  const who = by_me ? "You" : by ? firstName(by) : "Somebody";
  if (isStage(kind)) return did(STAGES[kind](who), text);
  const person = Object.hasOwn(PEOPLE, kind) ? PEOPLE[kind] : null;
  if (person) return did(person(who), text);
  const [channel = "", ...result] = kind.split(" ");
  const delivery = Object.hasOwn(DELIVERIES, channel) ? DELIVERIES[channel] : null;
  const delivered = delivery && deliveryWords(delivery, result.join(" "), text);
  if (delivered) return delivered;
  switch (kind) {
    case "reminded":
      return reminderWords(text);
    case "rang late":
      return failed(`Time was over: ${text || "the phones rang again"}.`, "");
    case "escalated":
      return failed("Time was over: everybody was mailed.", "");
    case "repeated":
      return said(
        `The same request came again. The visitor was told ${text || "another reference"}.`,
      );
    case "erased":
      return said("Their data was erased.");
    default:
      return said(kind, text);
  }
}

/** Newest last, and first of all that it came in. */
export function timelineOf(receivedAt: number, events: TimelineEntry[]): Entry[] {
  const thanks = "They were thanked and have the reference.";
  const isEntered = events.some(({ kind }) => kind === ENTERED);
  const cameIn = { ...said(isEntered ? "" : thanks), strong: "Came in." };
  return [
    { at: receivedAt, ...cameIn },
    ...events.map((event) => ({ at: event.at, ...wordsOf(event) })),
  ];
}

/** Whether the reader's last call has no result yet: they have said nothing since. */
export function callWithoutResult(events: TimelineEntry[]): TimelineEntry | null {
  const mine = events.filter(({ by_me, kind }) => by_me && !kind.includes(" "));
  const last = mine.at(-1);
  return last?.kind === "calling" ? last : null;
}
