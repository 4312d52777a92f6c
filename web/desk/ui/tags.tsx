// The tags of a request: things to know before calling. Each with an icon and a word, never colour alone.
import type { Row, Stage } from "../../src/contract/desk.ts";
import type { Due } from "./due.ts";
import { firstName } from "./first-name.ts";
import { Icon, type IconName } from "./icon.tsx";

const CALLING_MS = 10 * 60_000;

/** Somebody called within the last ten minutes, and said nothing since. */
export const isBeingCalled = ({ last, stage }: Row, now: number) =>
  stage === "new" && last?.kind === "calling" && now - last.at < CALLING_MS;

/** `Yusuf is calling`. */
export function callerWords({ last }: Row): string {
  if (last?.by_me) return "You're calling";
  return `${last?.by ? firstName(last.by) : "Somebody"} is calling`;
}

const ORDINALS = ["th", "st", "nd", "rd"];

/** `3rd`. */
export function ordinal(count: number): string {
  const teen = count % 100 > 10 && count % 100 < 14;
  return `${count}${(!teen && ORDINALS[count % 10]) || "th"}`;
}

export const STAGES: Record<Exclude<Stage, "new">, { icon: IconName; words: string }> = {
  contacted: { icon: "spoke", words: "Spoke" },
  booked: { icon: "booked", words: "Booked" },
  lost: { icon: "lost", words: "Lost" },
};

type TagProps = { icon: IconName; look?: "warm" | "late" | "inv" | "bad" | "sos"; words: string };

export function Tag({ icon, look, words }: TagProps) {
  return (
    <span className={look ? `pill pill--${look}` : "pill"}>
      <Icon name={icon} />
      {words}
    </span>
  );
}

export function StageTag({ stage }: { stage: Exclude<Stage, "new"> }) {
  return <Tag {...STAGES[stage]} />;
}

/** Tags for the caller, for how often they wrote, and for a mail that was lost. */
export function otherTags(row: Row, now: number): TagProps[] {
  const tags: TagProps[] = [];
  if (isBeingCalled(row, now))
    tags.push({ icon: "calling", look: "warm", words: callerWords(row) });
  if (row.failed != null) tags.push({ icon: "mail", look: "bad", words: "Not delivered" });
  if (row.nth_of_number > 1)
    tags.push({ icon: "repeat", words: `${ordinal(row.nth_of_number)} request` });
  return tags;
}

/** The clock, which is left out where another tag matters more and there is still time. */
function clockTag(due: Due): TagProps {
  return {
    icon: "clock",
    look: due.look === "calm" ? undefined : (due.look as "warm" | "late"),
    words: due.words,
  };
}

/** The tags of somebody who waits. */
export function waitingTags(row: Row, due: Due | null, now: number): TagProps[] {
  const others = otherTags(row, now);
  const tells = due && (due.look === "late" || row.emergency || others.length === 0);
  return [
    ...(tells ? [clockTag(due)] : []),
    ...(row.emergency ? ([{ icon: "emergency", look: "sos", words: "Emergency" }] as const) : []),
    ...others,
  ];
}
