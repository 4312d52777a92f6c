// Takes the first name from a name as it was typed.

const TITLES = /^(mr|mrs|ms|miss|mme|dr|eng|prof|sheikh|sheikha)\.?$/i;
/** Beginnings that are no name without the word after them: Abdul Rahman, Abu Omar, عبد الله. */
const HALVES = /^(abd|abdu|abdul|abdel|abu|umm?|bin|bint|al|el|عبد|أبو|ابو|أم|ام|بن|بنت|آل)$/i;

/** The first name; with a title, the whole name. Empty if the name is. */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", second] = words;
  if (TITLES.test(first)) return words.join(" ");
  return second && HALVES.test(first) ? `${first} ${second}` : first;
}

/** `MH`: the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? "")][0] ?? "",
  );
  // Two Arabic letters side by side would join.
  return /[^\u0600-\u06ff]/.test(letters.join(""))
    ? letters.join("").toUpperCase()
    : (letters[0] ?? "");
}
