// Results of the last action, in words.
import type { Notice, Screen, Stage } from "../../src/contract/desk.ts";
import { fullDate } from "../../ui/dubai.ts";
import { clockTime, goesLiveWords, longDay } from "../ui/dubai.ts";
import { firstName } from "../ui/first-name.ts";

type Said = Exclude<Notice, { notice: "conflict" | "draft-changed" }>;

const ANSWERED: Record<Stage, (them: string) => string> = {
  new: (them) => `${them} is waiting again.`,
  contacted: (them) => `You spoke with ${them}.`,
  booked: (them) => `${them} is booked.`,
  lost: (them) => `${them} is lost.`,
};

/** `them` at the beginning of a sentence when there is no name. */
const nameOf = (name: string, otherwise: string) => firstName(name) || otherwise;

/** The screen has the name of the draft that is open. */
export function noticeWords(notice: Notice, screen?: Screen): string {
  if (notice.notice === "draft-changed")
    return `Kept in ${draftName(notice.draft, screen)}: ${notice.name}.`;
  return notice.notice === "conflict" ? "" : wordsOf(notice);
}

function draftName(id: string, screen?: Screen): string {
  const draft = screen && "draft" in screen ? screen.draft : null;
  return draft?.id === id ? `“${draft.name}”` : "the draft";
}

const copiesWords = (until: number | null) =>
  until === null ? "" : ` Copies elsewhere have it until ${fullDate(until)}.`;

const erasedWords = (requests: number) =>
  requests === 1 ? "1 request erased." : `${requests} requests erased.`;

function testedWords(devices: number): string {
  if (devices === 0) return "No phone was asked: none of them can be reached.";
  return devices === 1
    ? "1 phone was asked. It answers within 10 seconds."
    : `${devices} phones were asked. They answer within 10 seconds.`;
}

/** State of a post for its readers, in words. */
function shownWords({ state, published_at: at }: Extract<Notice, { notice: "post-shown" }>) {
  if (state === "published") return "Live. Everybody has it within a second.";
  if (state === "scheduled" && at != null)
    return `It goes live on ${longDay(at)} at ${clockTime(at)}.`;
  if (state === "draft") return "It's a draft again. Readers don't see it.";
  return "Taken off. Visitors get “not found”; the text stays here.";
}

function wordsOf(notice: Said): string {
  switch (notice.notice) {
    case "answered": {
      const otherwise = notice.stage === "contacted" ? "them" : notice.reference;
      return ANSWERED[notice.stage](nameOf(notice.name, otherwise));
    }
    case "noted":
      return "Your note is kept.";
    case "decided": {
      const them = nameOf(notice.name, notice.reference);
      return notice.spam ? `${them} is set aside as spam.` : `${them} is passed on.`;
    }
    case "retried":
      return "It's being sent again.";
    case "erased":
      return `${erasedWords(notice.requests)}${copiesWords(notice.copies_until)}`;
    case "signed-out":
      return "You're signed out.";
    case "tested":
      return testedWords(notice.devices);
    case "device-ended":
      return `${notice.label} is signed out.`;
    case "passkey-removed":
      return `The passkey “${notice.label}” signs nobody in any more.`;
    case "passkey-named":
      return `The passkey is called “${notice.label}”.`;
    case "person-ended":
      return `${nameOf(notice.name, "That person")} can't come in any more.`;
    case "person-changed":
      return `Changed. ${nameOf(notice.name, "That person")} notices it with the next tap.`;
    case "settings-changed":
      return "Saved. It counts from now on.";
    case "last-owner":
      return "Make somebody else an owner first.";
    case "post-shown":
      return shownWords(notice);
    case "post-refused":
      return `It isn't live: ${[notice.what, notice.instead].filter(Boolean).join("; ")}`;
    case "post-restored":
      return "It's as it was then. What you had is kept as a revision.";
    case "post-renamed":
      return `It's at /blogs/${notice.slug} now. The old address leads there.`;
    case "site-changed":
      return "Live. Everybody has it within a second.";
    case "draft-live":
      return `“${notice.name}” is live.`;
    case "draft-timed":
      return notice.at == null ? "No time is set any more." : goesLiveWords(notice.at);
    case "draft-put-aside":
      return `“${notice.name}” is put aside.`;
    case "draft-taken-up":
      return `“${notice.name}” waits again.`;
    case "site-undone":
      return "It's as it was.";
    case "site-refused":
      return notice.text;
  }
}
