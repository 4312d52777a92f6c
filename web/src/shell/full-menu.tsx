// The full-screen menu below 768 px (R5): a modal dialog with scripts; without, the hamburger's anchor shows it.
import { type MouseEvent, type RefObject, useEffect } from "react";
import { fill } from "../../ui/fill.ts";
import { MOBILE_BELOW_PX } from "../measures.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Icon, Tile } from "../ui/icon.tsx";
import { Figures } from "../ui/sentence.tsx";
import { useLinkTo, useSite } from "../ui/site.tsx";
import { LogoLink } from "./logo.tsx";
import "./full-menu.css";

export const MENU_ID = "menu";

function ServiceList({ label }: { label: string }) {
  const { services } = useSite();
  return (
    <details>
      <summary>
        {label} <Icon name="chevron-down" />
      </summary>
      <ul>
        {services.map(({ slug, path, name, icon }) => (
          <li key={slug}>
            <a href={path}>
              <Tile name={icon} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Turns a menu that was opened through its anchor, before scripts had loaded, into a modal dialog. */
function useOpenedByAnchor(ref: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    if (location.hash !== `#${MENU_ID}`) return;
    // Only a real navigation clears the style sheet's :target; then the fragment is removed from the address.
    location.replace("#top");
    history.replaceState(history.state, "", location.pathname + location.search);
    ref.current?.showModal?.();
  }, [ref]);
}

/** Closes the menu once the screen is wide, as when a phone is turned: its style sheet hides it there. */
function useClosedWhenWide(ref: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${MOBILE_BELOW_PX}px)`);
    const close = () => {
      if (wide.matches) ref.current?.close();
    };
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [ref]);
}

export function FullMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { company, navigation, words } = useSite();
  const linkTo = useLinkTo();
  const { menu, labels } = words;
  const { book } = navigation;
  useOpenedByAnchor(ref);
  useClosedWhenWide(ref);

  function closeOnLink(event: MouseEvent) {
    if ((event.target as Element).closest("a")) ref.current?.close();
  }
  function close(event: MouseEvent) {
    event.preventDefault();
    ref.current?.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link inside fires a click
    <dialog className="menu" id={MENU_ID} aria-label={menu.label} ref={ref} onClick={closeOnLink}>
      <div className="menu__bar">
        <LogoLink on="menu" />
        {/* biome-ignore lint/a11y/useValidAnchor: without scripts the link closes the menu */}
        <a className="icon-btn" href="#top" aria-label={labels.close_menu} onClick={close}>
          <Icon name="close" />
        </a>
      </div>
      <ul className="menu__list">
        {navigation.header.map(({ label, to }) => (
          <li key={label}>
            {to == null ? <ServiceList label={label} /> : <a href={linkTo(to)}>{label}</a>}
          </li>
        ))}
      </ul>
      <div className="menu__foot on-dark">
        <p>
          <Figures text={fill(menu.hours, { hours: company.hours.office })} />
        </p>
        <ButtonLink label={book.label} to={book.to} looks={["white"]} />
        <ButtonLink label={menu.call} to="call" icon="phone" looks={["sun"]} />
        <ButtonLink label={menu.chat} to="chat" icon="whatsapp" looks={["chat"]} />
      </div>
    </dialog>
  );
}
