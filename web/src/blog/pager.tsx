// The pagination (R38): Previous, page numbers, Next. All are links, so that they work without scripts.
import type { ReactNode } from "react";
import { fill } from "../../ui/fill.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import { listAddress } from "./address.ts";
import { pageWindow, type Slot } from "./page-window.ts";
import "./pager.css";

type StepProps = {
  /** The page it leads to; null where there is none. */
  to: number | null;
  rel: "prev" | "next";
  label: string;
  children: ReactNode;
};

/** Previous on the first page and Next on the last are shown disabled. */
function Step({ to, rel, label, children }: StepProps) {
  const className = `pager__${rel}`;
  return to === null ? (
    // biome-ignore lint/a11y/useFocusableInteractive: a disabled link is not a tab stop
    // biome-ignore lint/a11y/useSemanticElements: an anchor without an address can't be marked as disabled
    <span className={className} role="link" aria-disabled="true" aria-label={label}>
      {children}
    </span>
  ) : (
    <a className={className} href={listAddress(to)} rel={rel} aria-label={label}>
      {children}
    </a>
  );
}

function classOf({ narrow, wide }: Slot): string | undefined {
  if (narrow && wide) return undefined;
  return wide ? "pager__wide" : "pager__narrow";
}

function PageLink({ slot, current }: { slot: Slot; current: number }) {
  const { blog } = useSite().words;
  if (slot.page === null)
    return (
      <span className={["pager__gap", classOf(slot)].filter(Boolean).join(" ")} aria-hidden="true">
        …
      </span>
    );
  return (
    <a
      className={classOf(slot)}
      href={listAddress(slot.page)}
      aria-current={slot.page === current ? "page" : undefined}
      aria-label={fill(blog.page, { page: slot.page })}
    >
      {slot.page}
    </a>
  );
}

export function Pager({ page, pages }: { page: number; pages: number }) {
  const { blog } = useSite().words;
  if (pages < 2) return null;
  const slots = pageWindow(page, pages);
  return (
    <nav className="pager" aria-label={blog.pages}>
      <Step to={page > 1 ? page - 1 : null} rel="prev" label={blog.previous}>
        <Icon name="arrow-left" />
        <span className="pager__word">{blog.previous}</span>
      </Step>
      <div className="pager__numbers">
        {slots.map((slot, at) => (
          <PageLink key={slot.page ?? `gap-${at}`} slot={slot} current={page} />
        ))}
      </div>
      <Step to={page < pages ? page + 1 : null} rel="next" label={blog.next}>
        <span className="pager__word">{blog.next}</span>
        <Icon name="arrow-right" />
      </Step>
    </nav>
  );
}
