// Screens whose files are loaded only with them: a phone that answers requests never loads the editor. What the document
// needs of them is here.
import { type FunctionComponent, lazy } from "react";
import type { ScreenKind } from "./screen.ts";

/** A component whose file is loaded when it is first shown. */
const later = <P extends object>(load: () => Promise<FunctionComponent<P>>) =>
  lazy(async () => ({ default: await load() }));

export const newRequest: ScreenKind<"new-request"> = {
  view: later(async () => (await import("./request/new-request.tsx")).NewRequestView),
  title: () => "Add a request",
};

const postViews = async () => (await import("./posts/views.ts")).POST_VIEWS;

export const posts: ScreenKind<"posts"> = {
  view: later(async () => (await postViews()).posts),
  title: () => "Posts",
  theme: "light",
};

export const newPost: ScreenKind<"new-post"> = {
  view: later(async () => (await postViews())["new-post"]),
  title: () => "Write a post",
  theme: "light",
};

export const postEditor: ScreenKind<"post-editor"> = {
  view: later(async () => (await postViews())["post-editor"]),
  title: ({ words }) => words.title || "A post",
  theme: "light",
  layout: "has-foot",
};

export const postRevision: ScreenKind<"post-revision"> = {
  view: later(async () => (await postViews())["post-revision"]),
  title: ({ title }) => `An earlier version of ${title}`,
  theme: "light",
};

export const site: ScreenKind<"site"> = {
  view: later(async () => (await import("./site/site.tsx")).SiteView),
  title: ({ title }) => `Change ${title}`,
  theme: "light",
  layout: "has-sheet",
};

export const siteFacts: ScreenKind<"site-facts"> = {
  view: later(async () => (await import("./site-facts/site-facts.tsx")).SiteFactsView),
  title: () => "Prices, phones and hours",
  theme: "light",
};

export const siteDrafts: ScreenKind<"site-drafts"> = {
  view: later(async () => (await import("./site-drafts/site-drafts.tsx")).SiteDraftsView),
  title: () => "Drafts of the site",
  theme: "light",
};

export const newSitePage: ScreenKind<"new-site-page"> = {
  view: later(async () => (await import("./site-drafts/new-page.tsx")).NewPageView),
  title: () => "Add a page",
  theme: "light",
};

export const launch: ScreenKind<"launch"> = {
  view: later(async () => (await import("./launch/launch.tsx")).LaunchView),
  title: () => "Before launch",
};

export const numbers: ScreenKind<"numbers"> = {
  view: later(async () => (await import("./numbers.tsx")).NumbersScreen),
  title: () => "Numbers",
};

export const settings: ScreenKind<"settings"> = {
  view: later(async () => (await import("./settings.tsx")).SettingsView),
  title: () => "Settings",
};
