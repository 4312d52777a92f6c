// A page of the blog as it comes, after a click: the server's calls are asked for it (2 and 3 of the
// specification), and what is shown meanwhile is said by the states of R39 and R42.
import type { PageData, Site } from "../contract/content.ts";
import { LOADING_AFTER_MS } from "../measures.ts";
import type { LoadState, PageView } from "../sections/page-view.ts";
import {
  type BlogAddress,
  failedPage,
  latestPosts,
  type Wanted,
  waitingPage,
  wantedAt,
  wantedPage,
} from "./pages.ts";

export type Step = {
  view: PageView;
  /** Where the page really is: a post that has moved, the last page instead of one out of range. */
  movedTo?: string;
};

function viewOf(page: PageData, loadState?: LoadState): PageView {
  return { page, prefill: null, answer: null, loadState };
}

const pause = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null));

/**
 * The page as it comes: while its call is slow, first `Loading...`, and then the posts or the failure.
 * `again` is what the button of the failure does; `patient` is false where the visitor just asked for it.
 */
export async function* blogSteps(
  address: BlogAddress,
  site: Site,
  retry: () => void,
  patient: boolean,
): AsyncGenerator<Step> {
  const wanted = wantedAt(address);
  const waiting = waitingPage(site, wanted);
  prefetchLatest(wanted);
  const outcome = wantedPage(site, wanted).then(
    (page) => viewOf(page),
    () => viewOf(failedPage(site, wanted), { state: "failed", retry }),
  );
  const early = await Promise.race([outcome, pause(patient ? LOADING_AFTER_MS : 0)]);
  if (!early) yield { view: viewOf(waiting, { state: "loading" }) };
  const view = await outcome;
  const really = placeOf(view.page);
  yield { view, movedTo: really && really !== placeOf(waiting) ? really : undefined };
}

/** Where a page is, as search engines shall keep it; none where it is missing. */
function placeOf({ path, canonical }: PageData): string | undefined {
  return canonical ?? path ?? undefined;
}

/** What stands beside a post is asked for with it; what becomes of that is the business of who shows it. */
function prefetchLatest(wanted: Wanted): void {
  if (wanted.page === "blog-post") latestPosts(wanted.name).catch(() => {});
}

/** Asks for what a click on a link will show, before the click. */
export async function prefetchBlog(address: BlogAddress, site: Site): Promise<void> {
  const wanted = wantedAt(address);
  prefetchLatest(wanted);
  await wantedPage(site, wanted);
}
