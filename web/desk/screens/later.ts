// Screens whose files are loaded only with them: a phone that answers requests never loads the editor. What the document
// needs of them is here.
import { createElement, type FunctionComponent } from "react";
import type { LaterScreen, LaterViews, ScreenKind, ScreenName, ScreenProps } from "./screen.ts";

const views: Partial<LaterViews> = {};

/** The server has them from the start. */
export function provideViews(loaded: Partial<LaterViews>): void {
  Object.assign(views, loaded);
}

const postFiles = async () => (await import("./posts/views.ts")).POST_VIEWS;
const siteFiles = async () => ({ site: (await import("./site/site.tsx")).SiteView });
const factFiles = async () => ({
  "site-facts": (await import("./site-facts/site-facts.tsx")).SiteFactsView,
});
const draftFiles = async () => (await import("./site-drafts/views.ts")).DRAFT_VIEWS;
const numberFiles = async () => ({ numbers: (await import("./numbers.tsx")).NumbersScreen });
const settingsFiles = async () => ({ settings: (await import("./settings.tsx")).SettingsView });

const FILES: { [N in ScreenName]?: () => Promise<Partial<LaterViews>> } = {
  posts: postFiles,
  "new-post": postFiles,
  "post-editor": postFiles,
  "post-revision": postFiles,
  site: siteFiles,
  "site-facts": factFiles,
  "site-drafts": draftFiles,
  "site-version": draftFiles,
  numbers: numberFiles,
  settings: settingsFiles,
};

/** Whether a screen can be drawn now; its files are loaded if they are missing. */
export async function loadView(name: ScreenName): Promise<boolean> {
  const files = FILES[name];
  if (!files || name in views) return true;
  try {
    provideViews(await files());
    return true;
  } catch {
    return false;
  }
}

function viewOf<N extends LaterScreen>(name: N): FunctionComponent<ScreenProps<N>> {
  return function LaterView(props) {
    const view = views[name] as FunctionComponent<ScreenProps<N>> | undefined;
    return view ? createElement(view, props) : null;
  };
}

export const posts: ScreenKind<"posts"> = {
  view: viewOf("posts"),
  title: () => "Posts",
  theme: "light",
};

export const newPost: ScreenKind<"new-post"> = {
  view: viewOf("new-post"),
  title: () => "Write a post",
  theme: "light",
};

export const postEditor: ScreenKind<"post-editor"> = {
  view: viewOf("post-editor"),
  title: ({ words }) => words.title || "A post",
  theme: "light",
  layout: "has-foot",
};

export const postRevision: ScreenKind<"post-revision"> = {
  view: viewOf("post-revision"),
  title: ({ title }) => `An earlier version of ${title}`,
  theme: "light",
};

export const site: ScreenKind<"site"> = {
  view: viewOf("site"),
  title: ({ title }) => `Change ${title}`,
  theme: "light",
  layout: "has-sheet",
};

export const siteFacts: ScreenKind<"site-facts"> = {
  view: viewOf("site-facts"),
  title: () => "Prices, phones and hours",
  theme: "light",
};

export const siteDrafts: ScreenKind<"site-drafts"> = {
  view: viewOf("site-drafts"),
  title: () => "Drafts of the site",
  theme: "light",
};

export const siteVersion: ScreenKind<"site-version"> = {
  view: viewOf("site-version"),
  title: ({ title }) => `${title}, before and after`,
  theme: "light",
};

export const numbers: ScreenKind<"numbers"> = { view: viewOf("numbers"), title: () => "Numbers" };

export const settings: ScreenKind<"settings"> = {
  view: viewOf("settings"),
  title: () => "Settings",
};
