// The real page in a frame. A tap on a piece chooses it, and nothing on the page leads away.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { sitePageAddress } from "../../ui/addresses.ts";
import {
  bringIntoSight,
  markNow,
  NOWHERE,
  pieceAt,
  putPage,
  type Surroundings,
  surroundings,
  type Tapped,
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

type Listeners = Pick<Options, "onKey"> & {
  onTap: (tapped: Tapped) => void;
  onResize: () => void;
};

/** Listens on the page's document, whose body may be another one later, until the answer is called. */
function listenOn(page: Document, { onTap, onKey, onResize }: Listeners) {
  const click = (event: Event) => {
    event.preventDefault();
    const target = event.target as Element;
    unfold(target);
    const found = pieceAt(target);
    if (found) onTap(found);
  };
  const stay = (event: Event) => event.preventDefault();
  const listeners: [EventTarget | null, string, (event: Event) => void][] = [
    [page, "click", click],
    [page, "auxclick", stay],
    [page, "submit", stay],
    [page, "keydown", (event) => onKey(event as KeyboardEvent)],
    // A keyboard that opens leaves less room.
    [page.defaultView, "resize", onResize],
  ];
  for (const [target, type, listener] of listeners) target?.addEventListener(type, listener, true);
  return () => {
    for (const [target, type, listener] of listeners)
      target?.removeEventListener(type, listener, true);
  };
}

/** The element that was tapped, while it is on the page and chosen. */
const stillTapped = (page: Document, element: Element | null, chosen: string | null) =>
  element && page.contains(element) && pieceAt(element)?.id === chosen ? element : null;

export function useFrame({ chosen, html, onTap, onKey }: Options): Frame {
  const frame = useRef<HTMLIFrameElement>(null);
  const tapped = useRef<Element | null>(null);
  const shown = useRef<{ chosen: string | null; page: Document | null }>({
    chosen: null,
    page: null,
  });
  /** Each load brings another document. */
  const [page, setPage] = useState<Document | null>(null);
  const [around, setAround] = useState(NOWHERE);
  const tap = useEffectEvent(({ id, element }: Tapped) => {
    tapped.current = element;
    onTap(id);
  });
  const press = useEffectEvent(onKey);
  const resized = useEffectEvent(() => {
    if (page?.body) bringIntoSight(page, chosen, stillTapped(page, tapped.current, chosen));
  });
  useEffect(() => {
    if (!page) return;
    const listeners: Listeners = {
      onTap: (found) => tap(found),
      onKey: (event) => press(event),
      onResize: () => resized(),
    };
    return listenOn(page, listeners);
  }, [page]);
  useEffect(() => {
    if (html != null && page?.body) putPage(page, html);
  }, [html, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the page has the marks anew
  useEffect(() => {
    if (!page?.body) return;
    const element = stillTapped(page, tapped.current, chosen);
    markNow(page, chosen);
    // A page that is drawn anew stays where it was scrolled to.
    const isNew = shown.current.chosen !== chosen || shown.current.page !== page;
    shown.current = { chosen, page };
    if (isNew) bringIntoSight(page, chosen, element);
    setAround(chosen ? surroundings(page, chosen, element) : NOWHERE);
  }, [chosen, html, page]);
  const onLoad = () => setPage(frame.current?.contentDocument ?? null);
  return { frame, onLoad, surroundings: around };
}

/**
 * Safari asks the frame's sandbox before it calls a listener from outside (WebKit 218086), so scripts are allowed here; the
 * page's own policy runs none.
 */
const SANDBOX = "allow-same-origin allow-scripts";

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
