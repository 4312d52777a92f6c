// The site in the browser: the page that is shown now, and the next one after a click.
import { useLayoutEffect } from "react";
import { Document, type DocumentData } from "./document.tsx";
import { type Shown, useNavigation } from "./navigation/use-navigation.ts";

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
