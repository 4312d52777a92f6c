// Client-side navigation: a click on a link fetches the next page's data, updates the address and renders the
// page; back and forward do the same. If anything fails, the browser loads the page in the ordinary way.
//
// We don't use a router library: page data comes from the server and every link is a plain <a>, so all a router
// would add is the history. The smallest one we measured adds 10.8 kB of brotli, to a budget of 21 kB beside React.
import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { PageData, Site } from "../contract/content.ts";
import { moduleOf } from "../pages/kinds.ts";
import { loadBlog, loadPage, type PageComponent } from "../pages/lazy.ts";
import type { PageView } from "../sections/page-view.ts";
import { useInBrowser } from "../ui/in-browser.ts";
import { canRender, destinationOf, isPlain, linkUnder } from "./clicks.ts";
import { pageAt, rememberPage } from "./page-data.ts";
import { mayPrefetch } from "./prefetch.ts";
import { type Destination, prefillFrom, resolve } from "./resolve.ts";
import {
  currentKey,
  entryShown,
  newKey,
  notePosition,
  notePositions,
  positionOf,
  reloadAt,
  scrollToAnchor,
  scrollToPosition,
} from "./scroll.ts";

export type Shown = {
  view: PageView;
  component: PageComponent;
  /** The page's real address, where it differs from the requested one. */
  movedTo?: string;
};

/** Data that stays the same from page to page. */
type Context = { site: Site; build: string };

/** Steps to take once the next page is on the screen. */
type Arrival = { top?: number; hash?: string; announce: boolean; focus: boolean };

type State = Shown & { arrival: Arrival | null };

/** One navigation: after a click, or along the browser's history. */
type Navigation = {
  destination: Destination;
  /** Changes the address once the page is there; the browser's history has already done so. */
  updateAddress: () => void;
  /** The scroll position to restore, where the history entry has one. */
  top?: number;
  /** The path of the page with the link that was clicked. */
  from?: string;
  /** Called when the page can't be loaded here. */
  fallBack: () => void;
  /** The visitor pressed "Try again" on a page that failed to load. */
  isRetry?: boolean;
};

/** Where the visitor is: the address, and the identity of the page shown there. */
type CurrentPage = { path: string; search: string; page: string | null };

/** Adds an entry to the browser's history, unless the visitor is already there. */
function pushAddress({ path, search, hash }: Destination): void {
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

/** Loads a page. Most pages arrive in one step; a blog page may show `Loading...` first. */
async function* viewsOf(
  { destination, isRetry, from = "" }: Navigation,
  { site, build }: Context,
  retry: () => void,
): AsyncGenerator<Shown> {
  if (!canRender(destination)) throw new Error(`Only the server renders ${destination.page}`);
  if (isBlog(destination)) {
    const { default: component, blogSteps } = await loadBlog();
    for await (const step of blogSteps(destination, site, retry, !isRetry))
      yield { ...step, component };
    return;
  }
  const page = await pageAt(destination.path, build);
  const component = await loadPage(page);
  const prefill = prefillFrom(from, destination.search);
  yield { view: { page, prefill, answer: null }, component };
}

/** Fetches the data and code of a page before the click. */
async function prefetch(destination: Destination, { site, build }: Context): Promise<void> {
  if (isBlog(destination)) return (await loadBlog()).prefetchBlog(destination, site);
  await loadPage(await pageAt(destination.path, build));
}

/** Caches the page that came with the document. */
async function remember(page: PageData): Promise<void> {
  if (isBlog(page)) (await loadBlog()).rememberPage(page);
  // The prefill belongs to the address, not to the page's data.
  else if (page.path != null) rememberPage(page.path, { ...page, wish: null });
}

/** Scrolls and moves the focus, once the page is rendered. */
function arrive({ top, hash, focus }: Arrival): void {
  entryShown();
  if (focus) document.getElementById("main")?.focus({ preventScroll: true });
  if (top !== undefined) scrollToPosition(top);
  if (hash) scrollToAnchor(hash);
}

/** A page's identity. A prefill in the address doesn't make another page, but a page number of the list does. */
function idOf({ path, canonical }: PageData): string | null {
  return canonical ?? path ?? null;
}

/** A page that failed to load counts as nowhere, so that the next click on its link loads it. */
function currentPageOf({ page, loadState }: PageView): CurrentPage {
  const { pathname, search } = location;
  if (loadState?.state === "failed") return { path: "", search: "", page: null };
  return { path: pathname, search, page: idOf(page) };
}

/** Where a new page is scrolled to (R9). `isFirst` is false for a page that replaces its own `Loading...`. */
function arrivalOf(
  { top }: Navigation,
  hash: string,
  samePage: boolean,
  isFirst: boolean,
): Arrival {
  if (!isFirst) return { top, hash, announce: true, focus: false };
  const start = samePage && hash ? undefined : 0;
  return { top: top ?? start, hash, announce: !samePage, focus: !samePage };
}

type Navigate = (navigation: Navigation) => Promise<void>;

/** The page on the screen, and the function that replaces it. A later navigation cancels an earlier one. */
function useNavigate(first: Shown, { site, build }: Context) {
  const [state, setState] = useState<State>({ ...first, arrival: null });
  const currentRef = useRef<CurrentPage | null>(null);
  const latestId = useRef(0);

  const navigate: Navigate = async (navigation) => {
    const { destination, updateAddress, top, fallBack, isRetry } = navigation;
    const { path, search } = destination;
    const hash = top === undefined ? destination.hash : "";
    const id = ++latestId.current;
    const before = currentRef.current;
    if (before && path === before.path && search === before.search && !isRetry) {
      notePosition();
      updateAddress();
      return arrive({ top: top ?? (hash ? undefined : 0), hash, announce: false, focus: false });
    }
    const retry = () => navigate({ ...navigation, updateAddress: () => {}, isRetry: true });
    try {
      let isFirst = true;
      let isNew = false;
      for await (const next of viewsOf(navigation, { site, build }, retry)) {
        if (id !== latestId.current) return;
        if (isFirst) {
          notePosition();
          updateAddress();
        }
        if (next.movedTo) history.replaceState(history.state, "", next.movedTo + hash);
        const samePage = !isRetry && idOf(next.view.page) === before?.page;
        isNew ||= !samePage && !isRetry;
        currentRef.current = currentPageOf(next.view);
        setState({ ...next, arrival: arrivalOf(navigation, hash, samePage, isFirst) });
        isFirst = false;
      }
      // `browser/count.ts`, which is in another bundle, counts the page view.
      if (isNew) dispatchEvent(new Event("amwaj:view"));
    } catch {
      if (id === latestId.current) fallBack();
    }
  };
  return { state, currentRef, navigate };
}

/** The prefill of a page that was opened from a service's page: in a new tab, or because the click failed there. */
function prefillByReferrer({ answer, prefill }: PageView): string | null {
  if (answer || !document.referrer.startsWith(`${location.origin}/`)) return prefill;
  return prefillFrom(new URL(document.referrer).pathname, location.search);
}

/** The view of the state. Only the browser knows which page the first one was opened from. */
function useView({ view: first }: Shown, { view }: State): PageView {
  const prefill = useInBrowser(() => prefillByReferrer(first), first.prefill);
  return view === first && prefill !== first.prefill ? { ...first, prefill } : view;
}

/** Follows the browser's back and forward buttons. */
function useHistory(first: Shown, currentRef: RefObject<CurrentPage | null>, navigate: Navigate) {
  const onHistory = useEffectEvent(() => {
    const top = positionOf(currentKey());
    const fallBack = () => reloadAt(top);
    navigate({ destination: here(), updateAddress: () => {}, top, fallBack });
  });
  useEffect(() => {
    currentRef.current = currentPageOf(first.view);
    remember(first.view.page);
    notePositions();
    const listener = () => onHistory();
    addEventListener("popstate", listener);
    return () => removeEventListener("popstate", listener);
  }, [first, currentRef]);
}

export function useNavigation(first: Shown, { site, build }: Context) {
  const { state, currentRef, navigate } = useNavigate(first, { site, build });
  const view = useView(first, state);
  useHistory(first, currentRef, navigate);

  // Before the browser paints: nobody sees the next page where the last one stood.
  useLayoutEffect(() => {
    if (state.arrival) arrive(state.arrival);
  }, [state]);

  function onClick(event: MouseEvent) {
    const link = linkUnder(event);
    const destination = link && isPlain(event) ? destinationOf(link) : null;
    if (!link || !destination) return;
    event.preventDefault();
    const updateAddress = () => pushAddress(destination);
    const from = location.pathname;
    // Falls back to the link itself, not to where our route table says it leads: the server has its own answer.
    navigate({ destination, updateAddress, from, fallBack: () => location.assign(link.href) });
  }

  /** Prefetches the page behind a link that the visitor hovers, touches or focuses. */
  function onIntent(event: SyntheticEvent) {
    const link = linkUnder(event);
    const destination = link && destinationOf(link);
    if (destination && mayPrefetch(destination.path))
      prefetch(destination, { site, build }).catch(() => {});
  }

  const announcement = state.arrival?.announce ? state.view.page.title : "";
  return { ...state, view, announcement, onClick, onIntent };
}
