// What a section may know of the page it stands on.
import type { PageData } from "../contract/content.ts";
import type { FormAnswer } from "../request-form/answer.ts";

/** How far the browser has come with a page that it asks the server's calls for. */
export type Asking = { state: "loading" } | { state: "failed"; again: () => void };

export type PageView = {
  page: PageData;
  /** The wish that came with the address: `basic`, `premium`, `elite` or `emergency`. */
  wish: string | null;
  /** The answer to a request that was posted without scripts. */
  answer: FormAnswer | null;
  /** Missing where all is there: always in a document from the server. */
  asking?: Asking;
};
