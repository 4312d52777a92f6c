// The site in the browser: the page that is shown now, and the next one after a click.
import { useLayoutEffect } from "react";
import { Document, type DocumentData } from "./document.tsx";
import type { PageComponent } from "./pages/on-demand.ts";

type AppProps = {
  data: DocumentData;
  json: string;
  page: PageComponent;
  /** Called once the document is React's. */
  onHydrated: () => void;
};

export function App({ data, json, page, onHydrated }: AppProps) {
  useLayoutEffect(onHydrated, [onHydrated]);
  return <Document data={data} json={json} page={page} announcement="" />;
}
