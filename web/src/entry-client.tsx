// Hydrates the document that the server sent.
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepEarlyInput } from "./browser/early-input.ts";
import { DATA_ID, type DocumentData } from "./document.tsx";
import { loadPage } from "./pages/lazy.ts";
import { rememberTouch } from "./request-form/visit.ts";
import { completeIcons } from "./ui/icon.tsx";

rememberTouch();

const json = document.getElementById(DATA_ID)?.textContent ?? "";
const data: DocumentData = JSON.parse(json);
const first = { view: data.view, component: await loadPage(data.view.page) };
const restore = keepEarlyInput();
// As a transition, React hydrates in slices of a few milliseconds and stays responsive to taps.
startTransition(() => {
  hydrateRoot(document, <App data={data} json={json} first={first} onHydrated={restore} />);
});
completeIcons().catch(() => {});
