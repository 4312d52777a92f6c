// What stands around every page: banner, header, menu, footer, floating buttons.
import { type ReactNode, useRef } from "react";
import { useSite } from "../ui/site.tsx";
import { Banner } from "./banner.tsx";
import { FloatingButtons } from "./floating.tsx";
import { Footer } from "./footer.tsx";
import { FullMenu } from "./full-menu.tsx";
import { Header } from "./header.tsx";

/** `path` is the page's own path, which the menu marks as current. */
export function Shell({ path, children }: { path: string | null; children: ReactNode }) {
  const { labels } = useSite().words;
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <>
      <a className="skip" href="#main">
        {labels.skip}
      </a>
      <Banner />
      <Header path={path} onOpenMenu={() => menu.current?.showModal()} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <FullMenu ref={menu} />
      <FloatingButtons />
    </>
  );
}
