// Loads a blog page after a click: fetches it from the API, and meanwhile shows the states of R39 and R42.
import type { PageData, Site } from "../contract/content.ts";
import { LOADING_AFTER_MS } from "../measures.ts";
import type { LoadState, PageView } from "../sections/page-view.ts";
import {
  type BlogAddress,
  failedPage,
  latestPosts,
  loadBlogPage,
  loadingPage,
  type Target,
  targetAt,
} from "./pages.ts";

export type Step = {
  view: PageView;
  /** The real address: of a post that has moved, or of the last page instead of one out of range. */
  movedTo?: string;
};

function viewOf(page: PageData, loadState?: LoadState): PageView {
  return { page, prefill: null, answer: null, loadState };
}

const pause = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null));

/**
 * Yields the page: `Loading...` first if the fetch is slow, then the posts or the failure. `retry` is what the
 * failure's button calls; with `patient` false (after a retry), `Loading...` shows at once.
 */
export async function* blogSteps(
  address: BlogAddress,
  site: Site,
  retry: () => void,
  patient: boolean,
): AsyncGenerator<Step> {
  const target = targetAt(address);
  const loading = loadingPage(site, target);
  prefetchLatest(target);
  const outcome = loadBlogPage(site, target).then(
    (page) => viewOf(page),
    () => viewOf(failedPage(site, target), { state: "failed", retry }),
  );
  const early = await Promise.race([outcome, pause(patient ? LOADING_AFTER_MS : 0)]);
  if (!early) yield { view: viewOf(loading, { state: "loading" }) };
  const view = await outcome;
  const realAddress = publicAddress(view.page);
  const hasMoved = realAddress !== publicAddress(loading);
  yield { view, movedTo: hasMoved ? realAddress : undefined };
}

/** The page's canonical address; undefined where there is no such page. */
function publicAddress({ path, canonical }: PageData): string | undefined {
  return canonical ?? path ?? undefined;
}

/** Fetches the latest posts into the cache in parallel with the post; `Latest` handles a failure. */
function prefetchLatest(target: Target): void {
  if (target.page === "blog-post") latestPosts(target.name).catch(() => {});
}

/** Fetches the page behind a link into the cache, before the click. */
export async function prefetchBlog(address: BlogAddress, site: Site): Promise<void> {
  const target = targetAt(address);
  prefetchLatest(target);
  await loadBlogPage(site, target);
}
