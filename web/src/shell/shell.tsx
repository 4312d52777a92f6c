// The frame around every page: banner, notices, header, menu, footer, floating buttons.
import { type ReactNode, useRef } from "react";
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

/** The menu marks `path` as current; `ground` is the page's background below the header. */
type ShellProps = { path: string | null; ground: Ground; children: ReactNode };

export function Shell({ path, ground, children }: ShellProps) {
  const { labels } = useSite().words;
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <>
      <a className="skip" href="#main">
        {labels.skip}
      </a>
      <AboveHeader />
      <Header path={path} ground={ground} onOpenMenu={() => menu.current?.showModal()} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <FullMenu ref={menu} />
      <FloatingButtons />
    </>
  );
}
