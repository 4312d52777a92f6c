// The frame around every page: banner, notices, header, menu, footer, floating buttons.
import { type MouseEvent, type ReactNode, useRef } from "react";
import type { Ground } from "../contract/content.ts";
import { useSite } from "../ui/site.tsx";
import { Banner } from "./banner.tsx";
import { FloatingButtons } from "./floating.tsx";
import { Footer } from "./footer.tsx";
import { FullMenu } from "./full-menu.tsx";
import { Header } from "./header.tsx";
import { Notices } from "./notices.tsx";

/** One child of the frame: with two, every id that React makes would change, on pages without a notice too. */
function AboveHeader() {
  return (
    <>
      <Banner />
      <Notices />
    </>
  );
}

type ShellProps = {
  /** The menu marks it as current. */
  path: string | null;
  /** The page's background below the header. */
  ground: Ground;
  /** A page that an advert leads to may be without. */
  hasMenu: boolean;
  children: ReactNode;
};

export function Shell({ path, ground, hasMenu, children }: ShellProps) {
  const { labels } = useSite().words;
  const menu = useRef<HTMLDialogElement>(null);
  /** Opens the menu; without <dialog> it's in the page already, and the link leads there. */
  function openMenu(event: MouseEvent) {
    if (!menu.current?.showModal) return;
    event.preventDefault();
    menu.current.showModal();
  }
  return (
    <>
      <a className="skip" href="#main">
        {labels.skip}
      </a>
      <AboveHeader />
      <Header path={path} ground={ground} onOpenMenu={hasMenu ? openMenu : null} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {hasMenu && <FullMenu ref={menu} />}
      <FloatingButtons />
    </>
  );
}
