// React context with the company's facts and the words shared by all pages, and what a chat from this page is about.
import { createContext, useContext } from "react";
import { fill } from "../../ui/fill.ts";
import type { Site, Target } from "../contract/content.ts";
import { linkTo } from "./links.ts";

const SiteContext = createContext<Site | null>(null);
const ChatTopicContext = createContext<string | null>(null);

export const SiteProvider = SiteContext.Provider;

/** Subject of a chat from a service's page: "plumbing". */
export const ChatTopicProvider = ChatTopicContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite outside of SiteProvider");
  return site;
}

/** Builds the links of this page (R50); a chat starts with what the page is about (R7). */
export function useLinkTo(): (target: Target) => string {
  const { company, words } = useSite();
  const topic = useContext(ChatTopicContext);
  const { greeting, about } = words.chat;
  const chatText = topic ? fill(about, { topic }) : greeting;
  return (target) => linkTo(target, company, chatText);
}
