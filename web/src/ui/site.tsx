// React context with the company's facts and the words shared by all pages.
import { createContext, useContext } from "react";
import type { Site } from "../contract/content.ts";

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite outside of SiteProvider");
  return site;
}
