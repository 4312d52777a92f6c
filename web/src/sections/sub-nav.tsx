// Links to the parts of a long page. It stays in view below the header and marks the part in view.
import { useEffect, useRef, useState } from "react";
import type { Action, SubNav as SubNavContent } from "../contract/content.ts";
import { linkTo } from "../ui/links.ts";
import { useSite } from "../ui/site.tsx";
import "./sub-nav.css";

/** A line across the screen, a third of the way down: the part that it crosses is in view. */
const READING_LINE = "-33% 0px -66% 0px";

const anchorOf = ({ to }: Action) => to.slice(to.indexOf("#") + 1);

/** The anchor of the part in view: the first from the start, then the last one that was reached. */
function usePartInView(links: Action[]): string | null {
  const [part, setPart] = useState<string | null>(null);
  useEffect(() => {
    const anchors = links.map(anchorOf);
    setPart(anchors[0] ?? null);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setPart(target.id);
      },
      { rootMargin: READING_LINE },
    );
    for (const anchor of anchors) {
      const target = document.getElementById(anchor);
      if (target) observer.observe(target);
    }
    return () => observer.disconnect();
  }, [links]);
  return part;
}

/** On narrow screens the row follows: the marked link is never out of sight. */
function useFollow(part: string | null) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = part && row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!link || !row.current) return;
    const middle = link.offsetLeft + link.offsetWidth / 2;
    row.current.scrollTo({ left: middle - row.current.clientWidth / 2 });
  }, [part]);
  return row;
}

export function SubNav({ section }: { section: SubNavContent }) {
  const { company } = useSite();
  const part = usePartInView(section.links);
  const row = useFollow(part);
  return (
    <nav className="subnav" aria-label={section.label}>
      <div className="wrap">
        <ul ref={row}>
          {section.links.map((link) => (
            <li key={link.to}>
              <a
                href={linkTo(link.to, company)}
                aria-current={anchorOf(link) === part ? "true" : undefined}
              >
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
