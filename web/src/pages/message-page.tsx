// The page module for messages: not found (R35), and an error on the server (R36).
import type { PageView } from "../sections/page-view.ts";
import { ErrorScreen } from "./error.tsx";
import { NotFound } from "./not-found.tsx";

export function MessagePage({ view }: { view: PageView }) {
  const { page, error, request_id } = view.page;
  return page === "error" ? (
    <ErrorScreen status={error ?? null} requestId={request_id} />
  ) : (
    <NotFound />
  );
}
