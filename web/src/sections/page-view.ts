// Everything that a page is rendered from, handed to each of its sections.
import type { PageData } from "../contract/content.ts";
import type { FormAnswer } from "../request-form/answer.ts";

/** The state of a blog page that the browser fetches from the server's API. */
export type LoadState = { state: "loading" } | { state: "failed"; retry: () => void };

export type PageView = {
  page: PageData;
  /**
   * The form's prefill (R14), by name: `basic`, `premium`, `elite`, `emergency` or a service; for an emergency after a
   * service's page both names.
   */
  prefill: string | null;
  /** The answer to a request that was posted without scripts. */
  answer: FormAnswer | null;
  /** Absent once the page is complete; never present in a document from the server. */
  loadState?: LoadState;
};
