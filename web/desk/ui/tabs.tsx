// Tabs above a list, each with how many are in it; and those of the requests' lists.
import { useEffect, useRef } from "react";
import type { Counts, Show } from "../../src/contract/desk.ts";
import { grouped } from "../../ui/number.ts";
import { HELD, INBOX } from "./addresses.ts";

type Tab = { name: string; words: string; href: string; count?: number };

type TabsProps = {
  label: string;
  tabs: Tab[];
  /** Nothing where none of them is shown. */
  current: string | null;
};

export function Tabs({ label, tabs, current }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  // On phones, the last tab may lie outside of the screen.
  useEffect(() => {
    const here = nav.current?.querySelector("[aria-current]");
    if (current) here?.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {tabs.map(({ name, words, href, count: many }) => (
        <a key={name} href={href} aria-current={name === current ? "page" : undefined}>
          {words} {many != null && <span>{grouped(many)}</span>}
        </a>
      ))}
    </nav>
  );
}

const showing = (show: Show) => `${INBOX}?show=${show}`;

type Props = {
  /** Nothing while searching in all. */
  current: Show | "held" | null;
  /** Those that are known. */
  counts: Partial<Counts>;
};

export function RequestTabs({ current, counts }: Props) {
  const { waiting, answered, held, failed } = counts;
  const tabs: Tab[] = [
    { name: "waiting", words: "Waiting", href: INBOX, count: waiting },
    { name: "answered", words: "Answered", href: showing("answered"), count: answered },
    { name: "held", words: "Held", href: HELD, count: held },
    { name: "all", words: "All", href: showing("all") },
  ];
  if (failed || current === "failed")
    tabs.push({ name: "failed", words: "Not delivered", href: showing("failed"), count: failed });
  return <Tabs label="Requests" tabs={tabs} current={current} />;
}
