// Pages that are one message: not found, and an error on the server.
import type { PageView } from "../sections/page-view.ts";
import { ErrorScreen } from "./error.tsx";
import { NotFound } from "./not-found.tsx";

export function MessagePage({ view }: { view: PageView }) {
  const { page, error } = view.page;
  return page === "error" ? <ErrorScreen status={error ?? null} /> : <NotFound />;
}
