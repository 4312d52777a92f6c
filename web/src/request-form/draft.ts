// The draft of a request, which survives a reload, and its idempotency key (R46): a retry of the same content keeps
// its key, so that the server stores it once.
import { forget, keep, recall } from "../browser/session.ts";
import type { RequestValues } from "./answer.ts";

const DRAFT = "amwaj.draft";
const KEY = "amwaj.request-key";

/** The form's values, and the name of the prefill it began with. */
type Draft = { values: RequestValues; prefill: string | null };

type KeptKey = { key: string; content: string };

/** 32 random hexadecimal digits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const contentOf = (values: RequestValues) => JSON.stringify(values);

export function recallDraft(): Draft | null {
  return recall<Draft>(DRAFT);
}

export function keepDraft(draft: Draft): void {
  keep(DRAFT, draft);
}

/** Called once the request is stored: the next one starts empty, with a new key. */
export function forgetDraft(): void {
  forget(DRAFT);
  forget(KEY);
}

/** The key of this content; changed content gets a new key. */
export function keyFor(values: RequestValues): string {
  const content = contentOf(values);
  const kept = recall<KeptKey>(KEY);
  if (kept?.content === content) return kept.key;
  const key = newKey();
  adoptKey(key, values);
  return key;
}

/** Keeps the key that the server gave to this content. */
export function adoptKey(key: string, values: RequestValues): void {
  keep(KEY, { key, content: contentOf(values) } satisfies KeptKey);
}
