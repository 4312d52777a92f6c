// The sticky header (R2, R3): logo, menu, phone and Book Now; where space is short, the phone as an icon; below
// 768 px the hamburger.
import { type MouseEvent, useSyncExternalStore } from "react";
import { fill } from "../../ui/fill.ts";
import type { Ground, MenuEntry } from "../contract/content.ts";
import { HEADER_SOLID_BEYOND_PX } from "../measures.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { callLink } from "../ui/links.ts";
import { useLinkTo, useSite } from "../ui/site.tsx";
import { MENU_ID } from "./full-menu.tsx";
import { LogoLink } from "./logo.tsx";
import { ServicesMenu } from "./services-menu.tsx";
import "./header.css";

function watchScroll(changed: () => void) {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

function useSolid(): boolean {
  return useSyncExternalStore(
    watchScroll,
    () => scrollY > HEADER_SOLID_BEYOND_PX,
    () => false,
  );
}

/** The value of aria-current: `page` on the entry's own page, `true` on pages below it. */
function currentOf(entry: string, path: string | null): "page" | "true" | undefined {
  if (entry === path) return "page";
  return path?.startsWith(`${entry}/`) ? "true" : undefined;
}

function MainMenu({ entries, path }: { entries: MenuEntry[]; path: string | null }) {
  const { words } = useSite();
  const linkTo = useLinkTo();
  return (
    <nav className="nav" aria-label={words.labels.main_menu}>
      <ul>
        {entries.map(({ label, to }) =>
          to == null ? (
            <ServicesMenu key={label} label={label} path={path} />
          ) : (
            <li key={label}>
              <a href={linkTo(to)} aria-current={currentOf(to, path)}>
                {label}
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

type HeaderProps = {
  path: string | null;
  ground: Ground;
  /** Null for a header without a menu. */
  onOpenMenu: ((event: MouseEvent) => void) | null;
};

export function Header({ path, ground, onOpenMenu }: HeaderProps) {
  const { company, navigation, words } = useSite();
  const { book } = navigation;
  const call = fill(words.labels.call_number, { number: company.phone });
  const solid = useSolid();
  return (
    <header className={solid ? "header is-solid" : "header"}>
      <div className="wrap header__in">
        <LogoLink on={ground} />
        {onOpenMenu && <MainMenu entries={navigation.header} path={path} />}
        <a className="header__tel" href={callLink(company.phone)}>
          <Icon name="phone" />
          <span className="num">{company.phone}</span>
        </a>
        <a
          className="icon-btn icon-btn--solid header__call"
          href={callLink(company.phone)}
          aria-label={call}
        >
          <Icon name="phone" />
        </a>
        <ButtonLink label={book.label} to={book.to} looks={["small", "only-wide"]} />
        {onOpenMenu && (
          <a
            className="icon-btn header__burger only-narrow"
            href={`#${MENU_ID}`}
            aria-label={words.labels.open_menu}
            aria-haspopup="dialog"
            onClick={onOpenMenu}
          >
            <Icon name="menu" />
          </a>
        )}
      </div>
    </header>
  );
}
