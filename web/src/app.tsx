// The site in the browser: renders the current page, and the next one after client-side navigation.
import { useEffect, useLayoutEffect } from "react";
import { Document, type DocumentData } from "./document.tsx";
import { type Shown, useNavigation } from "./navigation/use-navigation.ts";

/** The first page's metadata, rendered by the server. After navigation, no metadata is better than another page's. */
const FIRST_PAGE_METADATA =
  'meta[property],meta[name^="twitter:"],script[type="application/ld+json"]';

type AppProps = {
  data: DocumentData;
  json: string;
  first: Shown;
  /** Called once React has hydrated the document. */
  onHydrated: () => void;
};

export function App({ data, json, first, onHydrated }: AppProps) {
  const { view, component, announcement, onClick, onIntent } = useNavigation(first, data);
  useLayoutEffect(onHydrated, [onHydrated]);
  useEffect(() => {
    if (view.page !== data.view.page)
      for (const tag of document.head.querySelectorAll(FIRST_PAGE_METADATA)) tag.remove();
  }, [view, data]);
  return (
    <Document
      data={{ ...data, view }}
      page={component}
      json={json}
      announcement={announcement}
      listeners={{ onClick, onMouseOver: onIntent, onTouchStart: onIntent, onFocus: onIntent }}
    />
  );
}
