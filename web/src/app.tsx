// The site in the browser: the page that is shown now, and the next one after a click.
import { useEffect, useLayoutEffect } from "react";
import { Document, type DocumentData } from "./document.tsx";
import { type Shown, useNavigation } from "./navigation/use-navigation.ts";

/** What the server said to machines of the page it sent: of another page, nothing is better than something wrong. */
const OF_THE_FIRST = 'meta[property],meta[name^="twitter:"],script[type="application/ld+json"]';

type AppProps = {
  data: DocumentData;
  json: string;
  first: Shown;
  /** Called once the document is React's. */
  onHydrated: () => void;
};

export function App({ data, json, first, onHydrated }: AppProps) {
  const { view, component, announcement, onClick, onIntent } = useNavigation(first, data);
  useLayoutEffect(onHydrated, [onHydrated]);
  useEffect(() => {
    if (view.page !== data.view.page)
      for (const tag of document.head.querySelectorAll(OF_THE_FIRST)) tag.remove();
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
