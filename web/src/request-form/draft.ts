// What a visitor has typed survives a reload, and one filled-in form keeps one key, so that a retried
// request is the same request.
import { forget, keep, recall } from "../browser/session.ts";
import type { RequestValues } from "./answer.ts";

const DRAFT = "amwaj.request";
const KEY = "amwaj.request-key";

type KeptKey = { key: string; content: string };

/** 32 hexadecimal digits nobody can guess. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const contentOf = (values: RequestValues) => JSON.stringify(values);

export function recallDraft(): RequestValues | null {
  return recall<RequestValues>(DRAFT);
}

export function keepDraft(values: RequestValues): void {
  keep(DRAFT, values);
}

/** The request has arrived: the next one starts empty, with a new key. */
export function forgetDraft(): void {
  forget(DRAFT);
  forget(KEY);
}

/** The key of exactly this content: kept while it is retried, new once it changes. */
export function keyFor(values: RequestValues): string {
  const content = contentOf(values);
  const kept = recall<KeptKey>(KEY);
  if (kept?.content === content) return kept.key;
  const key = newKey();
  adoptKey(key, values);
  return key;
}

/** Goes on with a key that the server gave to this content. */
export function adoptKey(key: string, values: RequestValues): void {
  keep(KEY, { key, content: contentOf(values) } satisfies KeptKey);
}
