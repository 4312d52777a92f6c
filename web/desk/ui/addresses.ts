// The addresses of requests, posts, the site's pages and their actions, and the links that reach a visitor.
import type { Row } from "../../src/contract/desk.ts";

export const INBOX = "/desk/";
export const HELD = "/desk/held";
export const POSTS = "/desk/posts";
export const SITE = "/desk/site";
export const NEW_POST = `${POSTS}/new`;

export const LAUNCH = "/desk/launch";

export const requestAddress = (reference: string) => `/desk/requests/${reference}`;

export const NEW_REQUEST = requestAddress("new");

/** What is kept of a request's visitor, to be given out or erased. */
export const dataAddress = (reference: string) => `${requestAddress(reference)}/data`;

type RequestAction = "answer" | "calling" | "note" | "retry" | "erase";

export const requestAction = (reference: string, action: RequestAction) =>
  `${requestAddress(reference)}/${action}`;

export const postAddress = (id: string) => `${POSTS}/${id}`;

type PostAction =
  | "save"
  | "publish"
  | "unpublish"
  | "put-back"
  | "restore"
  | "settle"
  | "rename"
  | "paste"
  | "pictures"
  | "page";

export const postAction = (id: string, action: PostAction) => `${postAddress(id)}/${action}`;

/** An address with a query of the values that are given. */
function withQuery(address: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${address}?${query}` : address;
}

/** A page of the site beside the sheet, with a piece of it chosen; the site itself, or a draft of it. */
export const siteAddress = (at: string, piece?: string, draft?: string) =>
  withQuery(SITE, { at, piece, draft });

/** The form for a page that begins as a copy of the one at `of`. */
export const newPageAddress = (of: string, draft?: string) =>
  withQuery(siteAction("new-page"), { of, draft });

type SiteAction =
  | "add"
  | "try"
  | "save"
  | "undo"
  | "item"
  | "picture"
  | "special-days"
  | "notice"
  | "new-page"
  | "remove-page";

export const siteAction = (action: SiteAction) => `${SITE}/${action}`;

export const FACTS = `${SITE}/facts`;

export const factsAddress = (draft?: string) => withQuery(FACTS, { draft });

/** The page itself, with its pieces marked. */
export const sitePageAddress = (at: string, draft?: string) =>
  withQuery(`${SITE}/page`, { at, draft });

export const DRAFTS = `${SITE}/drafts`;

type DraftAction = "live" | "time" | "put-aside" | "take-up";

export const draftAction = (id: string, action: DraftAction) => `${DRAFTS}/${id}/${action}`;

export const heldAction = (reference: string) => `${HELD}/${reference}`;

type Reachable = Pick<Row, "phone_e164" | "doubtful_number">;

/** The number that was read, else the only digits that can be meant; null where a person has to read what was typed. */
export const numberOf = ({ phone_e164, doubtful_number }: Reachable) =>
  phone_e164 ?? doubtful_number;

/** A WhatsApp chat that starts with the text; nothing where the number cannot be read. */
export function chatAddress({ phone_e164 }: Pick<Row, "phone_e164">, text: string): string | null {
  if (!phone_e164) return null;
  return `https://wa.me/${phone_e164.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}

/** `+971 50 000 0142`: an Emirati number in groups, any other as it is. */
export function readablePhone(number: string): string {
  const parts = /^\+971(5\d|[2-9])(\d{3})(\d{4})$/.exec(number);
  return parts ? `+971 ${parts.slice(1).join(" ")}` : number;
}
