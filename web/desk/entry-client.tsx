// Hydrates the screen that the server sent.
import { hydrateRoot } from "react-dom/client";
import { keepEarlyInput } from "../src/browser/early-input.ts";
import { App } from "./app.tsx";
import { DATA_ID, type DocumentData } from "./document.tsx";
import { loadView } from "./screens/later.ts";

const data: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? "");
loadView(data.desk.screen.name).then((isThere) => {
  // Without the files of its screen, the page stays as the server drew it: its forms and links work.
  if (!isThere) return;
  const restore = keepEarlyInput();
  hydrateRoot(document, <App first={data.desk} files={data.files} onHydrated={restore} />);
});
