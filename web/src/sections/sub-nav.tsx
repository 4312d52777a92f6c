// The table of contents of a long page (scrollspy): it sticks below the header and marks the current part.
import { useEffect, useState } from "react";
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
    // Some privacy settings take it away: then no link is marked.
    if (!("IntersectionObserver" in window)) return;
    const anchors = links.map(anchorOf);
    const reached = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) reached.add(target.id);
          else reached.delete(target.id);
        }
        setPart(anchors.filter((anchor) => reached.has(anchor)).at(-1) ?? anchors[0] ?? null);
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
function follow(link: HTMLAnchorElement | null): void {
  const row = link?.closest("ul");
  if (!link || !row) return;
  const middle = link.offsetLeft + link.offsetWidth / 2;
  row.scrollTo({ left: middle - row.clientWidth / 2 });
}

export function SubNav({ section }: { section: SubNavContent }) {
  const linkTo = useLinkTo();
  const part = usePartInView(section.links);
  return (
    <nav className="subnav" aria-label={section.label}>
      <div className="wrap">
        <ul>
          {section.links.map((link) => {
            const isCurrent = anchorOf(link) === part;
            return (
              <li key={link.to}>
                <a
                  href={linkTo(link.to)}
                  aria-current={isCurrent ? "true" : undefined}
                  ref={isCurrent ? follow : undefined}
                >
                  {link.label}
                </a>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
