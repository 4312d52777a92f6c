// Somebody's answer to the offer of a passkey on this device, until the tab is closed. The server does not know, and
// need not: it only knows whether they have one anywhere.

export type OfferAnswer = "later" | "added";

const CHANGED = "desk-passkey-offer";
const keyOf = (person: string) => `${CHANGED}-${person}`;

/** Storage may be forbidden: then until the page is left. */
const said = new Map<string, OfferAnswer>();

export function offerAnswer(person: string): OfferAnswer | null {
  const here = said.get(person);
  if (here) return here;
  try {
    const stored = sessionStorage.getItem(keyOf(person));
    return stored === "later" || stored === "added" ? stored : null;
  } catch {
    return null;
  }
}

export function answerOffer(person: string, answer: OfferAnswer): void {
  said.set(person, answer);
  try {
    sessionStorage.setItem(keyOf(person), answer);
  } catch {
    // The map has it.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Calls back whenever that changes, until the answer is called. */
export function onOfferAnswer(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}
