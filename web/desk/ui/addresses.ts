// The addresses of requests, posts, the site's pages and their actions, and the links that reach a visitor.
import type { Row } from "../../src/contract/desk.ts";

export const INBOX = "/desk/";
export const HELD = "/desk/held";
export const POSTS = "/desk/posts";
export const SITE = "/desk/site";
export const NEW_POST = `${POSTS}/new`;

export const requestAddress = (reference: string) => `/desk/requests/${reference}`;

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

/** The page's address as a query. Without `URLSearchParams`, which the server's engine doesn't have. */
const atQuery = (at: string) => `at=${encodeURIComponent(at)}`;

const draftQuery = (draft?: string) => (draft ? `&draft=${encodeURIComponent(draft)}` : "");

/** A page of the site beside the sheet, with a piece of it chosen; the site itself, or a draft of it. */
export const siteAddress = (at: string, piece?: string, draft?: string) =>
  `${SITE}?${atQuery(at)}${piece ? `&piece=${encodeURIComponent(piece)}` : ""}${draftQuery(draft)}`;

type SiteAction =
  | "try"
  | "save"
  | "undo"
  | "undo-day"
  | "item"
  | "picture"
  | "special-days"
  | "notice";

export const siteAction = (action: SiteAction) => `${SITE}/${action}`;

export const FACTS = `${SITE}/facts`;

export const factsAddress = (draft?: string) =>
  draft ? `${FACTS}?${draftQuery(draft).slice(1)}` : FACTS;

/** The page itself, with its pieces marked. */
export const sitePageAddress = (at: string, draft?: string) =>
  `${SITE}/page?${atQuery(at)}${draftQuery(draft)}`;

export const DRAFTS = `${SITE}/drafts`;

type DraftAction = "live" | "time" | "put-aside" | "take-up";

export const draftAction = (id: string, action: DraftAction) => `${DRAFTS}/${id}/${action}`;

/** A page before and after a change. */
export const versionAddress = (change: number, at: string) =>
  `${SITE}/versions/${change}?${atQuery(at)}`;

export const versionPageAddress = (change: number, at: string, side: "before" | "after") =>
  `${SITE}/page?${atQuery(at)}&version=${change}&side=${side}`;

export const heldAction = (reference: string) => `${HELD}/${reference}`;

type Reachable = Pick<Row, "phone" | "phone_e164">;

/** Digits that were typed, if the number cannot be read; nothing if there are none. */
export function callAddress({ phone, phone_e164 }: Reachable): string | null {
  const number = phone_e164 ?? phone.replace(/[^\d+]/g, "");
  return /\d/.test(number) ? `tel:${number}` : null;
}

/** A WhatsApp chat that starts with the text; nothing where the number cannot be read. */
export function chatAddress({ phone_e164 }: Reachable, text: string): string | null {
  if (!phone_e164) return null;
  return `https://wa.me/${phone_e164.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}

/** `+971 50 000 0142`: an Emirati number in groups, any other as it is. */
export function readablePhone({ phone, phone_e164 }: Reachable): string {
  const parts = /^\+971(5\d|[2-9])(\d{3})(\d{4})$/.exec(phone_e164 ?? "");
  return parts ? `+971 ${parts.slice(1).join(" ")}` : (phone_e164 ?? phone);
}
