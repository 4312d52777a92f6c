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
import type { PageData, Site } from "../contract/content.ts";
import { moduleOf } from "../pages/kinds.ts";
import { loadBlog, loadPage, type PageComponent } from "../pages/on-demand.ts";
import type { PageView } from "../sections/page-view.ts";
import { destinationOf, isOurs, isPlain, linkUnder } from "./clicks.ts";
import { mayPrepare } from "./intent.ts";
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

export type Shown = {
  view: PageView;
  component: PageComponent;
  /** Where the page really is, if not where it was asked for. */
  movedTo?: string;
};

/** What every page is made with. */
type Around = { site: Site; build: string };

/** What to do once the next page is on the screen. */
type Arrival = { top?: number; hash?: string; announce: boolean; focus: boolean };

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

function isBlog({ page }: { page: string }): boolean {
  return moduleOf(page) === "blog";
}

/** The page as it comes: most come once, those of the blog may come as `Loading...` first. */
async function* viewsOf(
  { destination, again }: Move,
  { site, build }: Around,
  retry: () => void,
): AsyncGenerator<Shown> {
  if (!isOurs(destination)) throw new Error(`${destination.page} is the server's to show`);
  if (isBlog(destination)) {
    const { default: component, blogSteps } = await loadBlog();
    for await (const step of blogSteps(destination, site, retry, !again))
      yield { ...step, component };
    return;
  }
  const page = await pageAt(destination.path, build);
  const component = await loadPage(page);
  yield { view: { page, wish: wishIn(destination.search), answer: null }, component };
}

/** What a click will show, fetched before it. */
async function prepare(destination: Destination, { site, build }: Around): Promise<void> {
  if (isBlog(destination)) return (await loadBlog()).prepareBlog(destination, site);
  await loadPage(await pageAt(destination.path, build));
}

/** The page that the document came with needs no fetching. */
async function remember(page: PageData): Promise<void> {
  if (isBlog(page)) (await loadBlog()).rememberPage(page);
  // A wish belongs to an address, not to the page's data.
  else if (page.path != null) rememberPage(page.path, { ...page, wish: null });
}

/** Scrolls, and hands the focus on, once the page is drawn. */
function arrive({ top, hash, focus }: Arrival): void {
  if (focus) document.getElementById("main")?.focus({ preventScroll: true });
  if (top !== undefined) scrollToPosition(top);
  if (hash) scrollToAnchor(hash);
}

/** Shows a page: entered by a click (`enter` changes the address) or by the browser's history. */
type Move = {
  destination: Destination;
  enter: () => void;
  /** Where its entry of the history stood. */
  top?: number;
  giveUp: () => void;
  /** Asked for once more, because it could not be loaded. */
  again?: boolean;
};

/** Where the visitor is: an address, and the page that is shown there. */
type Spot = { path: string; search: string; page: string | null };

/** What tells pages apart: a wish in the address makes no other page, but the number of a list's page does. */
function pageOf({ path, canonical }: PageData): string | null {
  return canonical ?? path ?? null;
}

/** A page that failed to load is not where anybody is: the next click on its link loads it. */
function spotOf({ page, asking }: PageView): Spot {
  const { pathname, search } = location;
  if (asking?.state === "failed") return { path: "", search: "", page: null };
  return { path: pathname, search, page: pageOf(page) };
}

/** What to do when a page comes on: first of all, or in the place of its own `Loading...`. */
function arrivalOf(move: Move, hash: string, samePage: boolean, isFirst: boolean): Arrival {
  if (!isFirst) return { top: move.top, hash, announce: true, focus: false };
  const start = samePage && hash ? undefined : 0;
  return { top: move.top ?? start, hash, announce: !samePage, focus: !samePage };
}

export function useNavigation(first: Shown, { site, build }: Around) {
  const [state, setState] = useState<State>({ ...first, arrival: null });
  const shown = useRef<Spot | null>(null);
  const turn = useRef(0);

  const move = useCallback(
    async function go(going: Move): Promise<void> {
      const { destination, enter, top, giveUp } = going;
      const { path, search } = destination;
      const hash = top === undefined ? destination.hash : "";
      const mine = ++turn.current;
      const before = shown.current;
      if (before && path === before.path && search === before.search && !going.again) {
        enter();
        return arrive({ top: top ?? (hash ? undefined : 0), hash, announce: false, focus: false });
      }
      const again = () => go({ ...going, enter: () => {}, again: true });
      try {
        let isFirst = true;
        let isNew = false;
        for await (const next of viewsOf(going, { site, build }, again)) {
          if (mine !== turn.current) return;
          if (isFirst) enter();
          if (next.movedTo) history.replaceState(history.state, "", next.movedTo + hash);
          const samePage = !going.again && pageOf(next.view.page) === before?.page;
          isNew ||= !samePage && !going.again;
          shown.current = spotOf(next.view);
          setState({ ...next, arrival: arrivalOf(going, hash, samePage, isFirst) });
          isFirst = false;
        }
        // For `browser/count.ts`, which is no part of this bundle.
        if (isNew) dispatchEvent(new Event("amwaj:view"));
      } catch {
        if (mine === turn.current) giveUp();
      }
    },
    [site, build],
  );

  useEffect(() => {
    shown.current = spotOf(first.view);
    remember(first.view.page);
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
    if (destination && mayPrepare(destination.path))
      prepare(destination, { site, build }).catch(() => {});
  }

  const announcement = state.arrival?.announce ? state.view.page.title : "";
  return { ...state, announcement, onClick, onIntent };
}
