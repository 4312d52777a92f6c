// The inbox's heading: its answer, in words.
import type { Inbox, Row } from "../../../src/contract/desk.ts";
import { roughly, span } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";

const requests = (count: number) => (count === 1 ? "1 request" : `${count} requests`);
const were = (count: number) => (count === 1 ? "was" : "were");

/** Results of a search, in words. */
function foundWords({ search, rows, more }: Inbox): string {
  if (rows.length === 0) return `Nothing for “${search}”`;
  return `${more ? "More than " : ""}${requests(rows.length)} for “${search}”`;
}

export function headingOf(inbox: Inbox): string {
  const { counts, show, search } = inbox;
  if (search) return foundWords(inbox);
  switch (show) {
    case "waiting":
      if (counts.waiting === 0) return "Nobody is waiting";
      return counts.waiting === 1 ? "1 person is waiting" : `${counts.waiting} people are waiting`;
    case "answered":
      return `${requests(counts.answered)} ${were(counts.answered)} answered`;
    case "failed":
      return counts.failed === 0
        ? "Everything was delivered"
        : `${requests(counts.failed)} ${were(counts.failed)}n't delivered`;
    case "all":
      return `${requests(counts.all)} in all`;
  }
}

/** `all but 1 within their promise`: how many of today's answers kept their promise. */
export function keptWords(answered: number, inTime: number): string {
  const late = answered - inTime;
  if (answered === 0) return "";
  if (late === 0) return answered === 1 ? "within its promise" : "all within their promise";
  if (inTime === 0) return answered === 1 ? "after its promise" : "none within their promise";
  return `all but ${late} within their promise`;
}

/** A sentence about one person, with the name left out so that it can be drawn in its own direction. */
export type About = { name: string; after: string };

const nameOf = ({ name, reference }: Row) => firstName(name) || reference;

function firstSentence(row: Row, alone: boolean, now: number): About {
  const { due_at: due, emergency } = row;
  const said = { name: nameOf(row) };
  const what = emergency ? "'s emergency" : "";
  if (due != null && due < now)
    return emergency
      ? { ...said, after: `${what} should've been answered ${roughly(now - due)} ago.` }
      : { ...said, after: ` should've heard from us ${roughly(now - due)} ago.` };
  if (alone && due != null) return { ...said, after: `${what} has ${span(due - now)} left.` };
  const left = due == null || emergency ? "" : `, with ${span(due - now)} left`;
  return { ...said, after: `${what} comes first${left}.` };
}

/** The person who comes first; if that is an emergency, also one who is late. */
export function urgency(rows: Row[], now: number): About[] {
  const [first, ...others] = rows;
  if (!first) return [];
  const sentences = [firstSentence(first, others.length === 0, now)];
  const late = others.find(({ due_at: due }) => due != null && due < now);
  if (late && first.emergency) sentences.push(firstSentence(late, false, now));
  return sentences;
}
