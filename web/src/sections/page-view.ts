// What a section may know of the page it stands on.
import type { PageData } from "../contract/content.ts";
import type { FormAnswer } from "../request-form/answer.ts";

export type PageView = {
  page: PageData;
  /** The wish that came with the address: `basic`, `premium`, `elite` or `emergency`. */
  wish: string | null;
  /** The answer to a request that was posted without scripts. */
  answer: FormAnswer | null;
};
