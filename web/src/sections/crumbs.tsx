// The breadcrumb: links from the home page to this page.
import type { Action } from "../contract/content.ts";
import { useLinkTo, useSite } from "../ui/site.tsx";
import "./crumbs.css";

export function Crumbs({ crumbs, here }: { crumbs: Action[]; here: string }) {
  const { words } = useSite();
  const linkTo = useLinkTo();
  return (
    <nav className="crumbs" aria-label={words.labels.breadcrumb}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>
            <a href={linkTo(to)}>{label}</a>
          </li>
        ))}
        <li aria-current="page">
          <span>{here}</span>
        </li>
      </ol>
    </nav>
  );
}
