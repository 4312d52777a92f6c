// Moving inside the site: a click loads the next page's data, changes the address and shows the page;
// back and forward do the same in the other direction. Whatever goes wrong becomes an ordinary load.
//
// A router library is not used: with the page's data coming from the server and every link a plain
// <a>, all that is left of one is the history, and the smallest we measured adds 10.8 kB of brotli
// to a page that may hold 78, 58 of which are React.
import {
  type MouseEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { loadPage, type PageComponent } from "../pages/on-demand.ts";
import type { PageView } from "../sections/page-view.ts";
import { destinationOf, isOurs, isPlain, linkUnder } from "./clicks.ts";
import { pageAt, rememberPage } from "./page-source.ts";
import { type Destination, resolve, wishIn } from "./resolve.ts";
import {
  currentKey,
  newKey,
  notePositions,
  positionOf,
  reloadAt,
  scrollToAnchor,
  scrollToPosition,
} from "./scroll.ts";

export type Shown = { view: PageView; component: PageComponent };

/** What to do once the next page is on the screen. */
type Arrival = { top?: number; hash?: string; announce: boolean };

type State = Shown & { arrival: Arrival | null };

/** A new entry in the browser's history, unless the visitor is there already. */
function enterAddress({ path, search, hash }: Destination): void {
  const address = path + search + hash;
  if (address === location.pathname + location.search + location.hash) return;
  history.pushState({ key: newKey() }, "", address);
}

function here(): Destination {
  const { pathname, search, hash } = location;
  return resolve({ path: pathname, search, hash });
}

async function load(destination: Destination, build: string): Promise<Shown> {
  if (!isOurs(destination)) throw new Error(`${destination.page} is the server's to show`);
  const page = await pageAt(destination.path, build);
  const component = await loadPage(page);
  return { view: { page, wish: wishIn(destination.search), answer: null }, component };
}

/** Scrolls, and hands the focus on, once the page is drawn. */
function arrive({ top, hash, announce }: Arrival): void {
  if (announce) document.getElementById("main")?.focus({ preventScroll: true });
  if (top !== undefined) scrollToPosition(top);
  if (hash) scrollToAnchor(hash);
}

/** Shows a page: entered by a click (`enter` changes the address) or by the browser's history. */
type Move = { destination: Destination; enter: () => void; top?: number; giveUp: () => void };

export function useNavigation(first: Shown, build: string) {
  const [state, setState] = useState<State>({ ...first, arrival: null });
  const shown = useRef({
    path: first.view.page.path ?? location.pathname,
    search: location.search,
  });
  const turn = useRef(0);

  const move = useCallback(
    async ({ destination, enter, top, giveUp }: Move) => {
      const { path, search } = destination;
      const hash = top === undefined ? destination.hash : "";
      const mine = ++turn.current;
      const samePage = path === shown.current.path;
      if (samePage && search === shown.current.search) {
        enter();
        return arrive({ top: top ?? (hash ? undefined : 0), hash, announce: false });
      }
      try {
        const next = await load(destination, build);
        if (mine !== turn.current) return;
        enter();
        shown.current = { path, search };
        const start = samePage && hash ? undefined : 0;
        setState({ ...next, arrival: { top: top ?? start, hash, announce: !samePage } });
      } catch {
        if (mine === turn.current) giveUp();
      }
    },
    [build],
  );

  useEffect(() => {
    // A wish belongs to an address, not to the page's data.
    const { page } = first.view;
    if (page.path != null) rememberPage(page.path, { ...page, wish: null });
    notePositions();
    const onHistory = () => {
      const top = positionOf(currentKey());
      move({ destination: here(), enter: () => {}, top, giveUp: () => reloadAt(top) });
    };
    addEventListener("popstate", onHistory);
    return () => removeEventListener("popstate", onHistory);
  }, [first, move]);

  useEffect(() => {
    if (state.arrival) arrive(state.arrival);
  }, [state]);

  function onClick(event: MouseEvent) {
    const link = linkUnder(event);
    const destination = link && isPlain(event) ? destinationOf(link) : null;
    if (!link || !destination) return;
    event.preventDefault();
    const enter = () => enterAddress(destination);
    // The link itself, not where it leads: the server gives its own answer to it.
    move({ destination, enter, giveUp: () => location.assign(link.href) });
  }

  /** The visitor points at a link: its page, and what draws it, are fetched before the click. */
  function onIntent(event: SyntheticEvent) {
    const link = linkUnder(event);
    const destination = link && destinationOf(link);
    if (destination)
      pageAt(destination.path, build)
        .then(loadPage)
        .catch(() => {});
  }

  const announcement = state.arrival?.announce ? state.view.page.title : "";
  return { ...state, announcement, onClick, onIntent };
}
