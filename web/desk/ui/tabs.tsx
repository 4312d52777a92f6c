// The tabs of the requests' lists, with how many are in each.
import { useEffect, useRef } from "react";
import type { Counts, Show } from "../../src/contract/desk.ts";
import { HELD, INBOX } from "./addresses.ts";

type Tab = Show | "held";

const showing = (show: Show) => `${INBOX}?show=${show}`;

type Props = {
  /** Nothing while searching in all. */
  current: Tab | null;
  /** Those that are known. */
  counts: Partial<Counts>;
};

export function RequestTabs({ current, counts }: Props) {
  const tabs: [Tab, string, string][] = [
    ["waiting", "Waiting", INBOX],
    ["answered", "Answered", showing("answered")],
    ["held", "Held", HELD],
    ["all", "All", showing("all")],
  ];
  if (counts.failed || current === "failed")
    tabs.push(["failed", "Not delivered", showing("failed")]);
  const nav = useRef<HTMLElement>(null);
  // On phones, the last tab may lie outside of the screen.
  useEffect(() => {
    const here = nav.current?.querySelector("[aria-current]");
    if (current) here?.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav className="tabs" aria-label="Requests" ref={nav}>
      {tabs.map(([tab, words, href]) => (
        <a key={tab} href={href} aria-current={tab === current ? "page" : undefined}>
          {words}
          {tab !== "all" && counts[tab] != null && <span>{counts[tab]}</span>}
        </a>
      ))}
    </nav>
  );
}
