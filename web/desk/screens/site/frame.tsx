// The real page in a frame. A tap on a piece chooses it, and nothing on the page leads away.
import { type RefObject, useEffect, useRef, useState } from "react";
import { sitePageAddress } from "../../ui/addresses.ts";
import {
  bringIntoSight,
  markNow,
  NOWHERE,
  pieceAt,
  putPage,
  type Surroundings,
  surroundings,
} from "./marks.ts";
import { useOpenDraft } from "./open-draft.tsx";

type Options = {
  chosen: string | null;
  /** The page as it should be drawn; nothing for as it was loaded. */
  html: string | null;
  onTap: (id: string) => void;
  onKey: (event: KeyboardEvent) => void;
};

export type Frame = {
  frame: RefObject<HTMLIFrameElement | null>;
  onLoad: () => void;
  surroundings: Surroundings;
};

/** The page would answer a tap on a question by unfolding it, which the frame must not leave to it. */
function unfold(target: Element): void {
  const fold = target.closest("summary")?.parentElement as HTMLDetailsElement | null | undefined;
  if (fold) fold.open = true;
}

type Listeners = Pick<Options, "onTap" | "onKey"> & { onResize: () => void };

/** Listens on the page's document, whose body may be another one later, until the answer is called. */
function listenOn(page: Document, tapped: RefObject<Element | null>, now: () => Listeners) {
  const click = (event: Event) => {
    event.preventDefault();
    const target = event.target as Element;
    unfold(target);
    const found = pieceAt(target);
    if (!found) return;
    tapped.current = found.element;
    now().onTap(found.id);
  };
  const stay = (event: Event) => event.preventDefault();
  const listeners: [EventTarget | null, string, (event: Event) => void][] = [
    [page, "click", click],
    [page, "auxclick", stay],
    [page, "submit", stay],
    [page, "keydown", (event) => now().onKey(event as KeyboardEvent)],
    // A keyboard that opens leaves less room.
    [page.defaultView, "resize", () => now().onResize()],
  ];
  for (const [target, type, listener] of listeners) target?.addEventListener(type, listener, true);
  return () => {
    for (const [target, type, listener] of listeners)
      target?.removeEventListener(type, listener, true);
  };
}

export function useFrame({ chosen, html, onTap, onKey }: Options): Frame {
  const frame = useRef<HTMLIFrameElement>(null);
  const tapped = useRef<Element | null>(null);
  const shown = useRef<{ chosen: string | null; loads: number }>({ chosen: null, loads: 0 });
  const [loads, setLoads] = useState(0);
  const [around, setAround] = useState(NOWHERE);
  const pageOf = () => frame.current?.contentDocument ?? null;
  /** The element that was tapped, while it is there and chosen. */
  const tappedOf = (page: Document) => {
    const element = tapped.current;
    return element && page.contains(element) && pieceAt(element)?.id === chosen ? element : null;
  };
  const onResize = () => {
    const page = pageOf();
    if (page?.body) bringIntoSight(page, chosen, tappedOf(page));
  };
  const now = useRef({ onTap, onKey, onResize });
  useEffect(() => {
    now.current = { onTap, onKey, onResize };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load brings another document
  useEffect(() => {
    const page = pageOf();
    return page ? listenOn(page, tapped, () => now.current) : undefined;
  }, [loads]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load brings another document
  useEffect(() => {
    const page = pageOf();
    if (html != null && page?.body) putPage(page, html);
  }, [html, loads]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the page has the marks anew
  useEffect(() => {
    const page = pageOf();
    if (!page?.body) return;
    const element = tappedOf(page);
    markNow(page, chosen);
    // A page that is drawn anew stays where it was scrolled to.
    const isNew = shown.current.chosen !== chosen || shown.current.loads !== loads;
    shown.current = { chosen, loads };
    if (isNew) bringIntoSight(page, chosen, element);
    setAround(chosen ? surroundings(page, chosen, element) : NOWHERE);
  }, [chosen, html, loads]);
  return { frame, onLoad: () => setLoads((count) => count + 1), surroundings: around };
}

/**
 * Safari asks the frame's sandbox before it calls a listener from outside (WebKit 218086), so scripts are allowed here; the
 * page's own policy runs none.
 */
export const SANDBOX = "allow-same-origin allow-scripts";

type Props = { at: string; title: string; frame: Frame };

export function SiteFrame({ at, title, frame: { frame, onLoad } }: Props) {
  const draft = useOpenDraft()?.id;
  return (
    <iframe
      className="true"
      ref={frame}
      title={`${title}, as visitors ${draft ? "will " : ""}see it; each piece with a dashed line can be changed`}
      src={sitePageAddress(at, draft)}
      sandbox={SANDBOX}
      onLoad={onLoad}
    />
  );
}
