// The site in the browser: renders the current page, and the next one after client-side navigation.
import { useEffect, useLayoutEffect } from "react";
import type { Ground } from "./contract/content.ts";
import { Document, type DocumentData } from "./document.tsx";
import { type Shown, useNavigation } from "./navigation/use-navigation.ts";
import { ErrorScreen } from "./pages/error.tsx";
import { ErrorBoundary } from "./pages/error-boundary.tsx";

/** The first page's metadata, rendered by the server. After navigation, no metadata is better than another page's. */
const FIRST_PAGE_METADATA =
  'meta[property],meta[name^="twitter:"],script[type="application/ld+json"]';

type AppProps = {
  data: DocumentData;
  first: Shown;
  /** Called once React has hydrated the document. */
  onHydrated: () => void;
};

type FailedProps = Pick<AppProps, "data"> & { status: string | null };

/** The document of the error screen, for an error outside of the page itself: a broken title is in the head. */
function FailedDocument({ data, status }: FailedProps) {
  const title = data.site.words.error.heading;
  const ground: Ground = "white";
  const page = { page: "error", title, description: "", ground, sections: [] };
  const view = { page, prefill: null, answer: null };
  // Without listeners: the way on is a document of its own.
  return (
    <Document
      data={{ ...data, view }}
      page={() => <ErrorScreen status={status} />}
      announcement={title}
    />
  );
}

export function App({ data, first, onHydrated }: AppProps) {
  const { view, component, announcement, onClick, onIntent } = useNavigation(first, data);
  useLayoutEffect(onHydrated, [onHydrated]);
  useEffect(() => {
    if (view.page !== data.view.page)
      for (const tag of document.head.querySelectorAll(FIRST_PAGE_METADATA)) tag.remove();
  }, [view, data]);
  return (
    <ErrorBoundary fallback={(status) => <FailedDocument data={data} status={status} />}>
      <Document
        data={{ ...data, view }}
        page={component}
        announcement={announcement}
        listeners={{ onClick, onMouseOver: onIntent, onTouchStart: onIntent, onFocus: onIntent }}
      />
    </ErrorBoundary>
  );
}
