// The table of contents of a long page (scrollspy): it sticks below the header and marks the current part.
import { useEffect, useRef, useState } from "react";
import type { Action, SubNav as SubNavContent } from "../contract/content.ts";
import { useLinkTo } from "../ui/site.tsx";
import "./sub-nav.css";

/**
 * From far above the viewport down to a third of its height: a part that reaches into this area counts as reached,
 * however far and fast the visitor jumped.
 */
const UP_TO_THE_READING_LINE = "1000000px 0px -66% 0px";

const anchorOf = ({ to }: Action) => to.slice(to.indexOf("#") + 1);

/** The anchor of the current part: the last one reached, or the first. Null before scripts run. */
function usePartInView(links: Action[]): string | null {
  const [part, setPart] = useState<string | null>(null);
  useEffect(() => {
    const anchors = links.map(anchorOf);
    const reached = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) reached.add(target.id);
          else reached.delete(target.id);
        }
        setPart(anchors.findLast((anchor) => reached.has(anchor)) ?? anchors[0] ?? null);
      },
      { rootMargin: UP_TO_THE_READING_LINE },
    );
    for (const anchor of anchors) {
      const target = document.getElementById(anchor);
      if (target) observer.observe(target);
    }
    return () => observer.disconnect();
  }, [links]);
  return part;
}

/** Scrolls the row of links sideways on narrow screens, so that the marked link is visible. */
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
  const linkTo = useLinkTo();
  const part = usePartInView(section.links);
  const row = useFollow(part);
  return (
    <nav className="subnav" aria-label={section.label}>
      <div className="wrap">
        <ul ref={row}>
          {section.links.map((link) => (
            <li key={link.to}>
              <a href={linkTo(link.to)} aria-current={anchorOf(link) === part ? "true" : undefined}>
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
