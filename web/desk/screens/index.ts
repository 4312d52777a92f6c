// Every screen by its name.
import { createElement } from "react";
import type { Desk } from "../../src/contract/desk.ts";
import { held } from "./held/held.tsx";
import { inbox } from "./inbox/inbox.tsx";
import { join } from "./join.tsx";
import {
  launch,
  newPost,
  newRequest,
  newSitePage,
  numbers,
  postEditor,
  postRevision,
  posts,
  settings,
  site,
  siteDrafts,
  siteFacts,
} from "./later.ts";
import { people } from "./people.tsx";
import { problem } from "./problem.tsx";
import { request } from "./request/request.tsx";
import { theirData } from "./request/their-data.tsx";
import type { ScreenKind, ScreenName } from "./screen.ts";
import { signIn } from "./sign-in.tsx";

export const SCREENS: { [N in ScreenName]: ScreenKind<N> } = {
  "sign-in": signIn,
  join,
  inbox,
  "new-request": newRequest,
  request,
  "their-data": theirData,
  held,
  posts,
  "new-post": newPost,
  "post-editor": postEditor,
  "post-revision": postRevision,
  site,
  "site-facts": siteFacts,
  "site-drafts": siteDrafts,
  "new-site-page": newSitePage,
  launch,
  numbers,
  people,
  settings,
  problem,
};

/** A screen and its kind have the same name, which the compiler cannot see. */
const kindOf = (desk: Desk) => SCREENS[desk.screen.name] as unknown as ScreenKind<ScreenName>;

export const titleOf = (desk: Desk) => `${kindOf(desk).title(desk.screen)} | ${desk.company} desk`;
export const themeOf = (desk: Desk) => kindOf(desk).theme ?? "auto";
export const layoutOf = (desk: Desk) => kindOf(desk).layout ?? "";

export function ScreenView({ desk }: { desk: Desk }) {
  return createElement(kindOf(desk).view, { desk, screen: desk.screen });
}
