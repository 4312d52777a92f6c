// Hydrates the screen that the server sent.
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { DATA_ID, type DocumentData } from "./document.tsx";

const data: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? "");
hydrateRoot(document, <App first={data.desk} files={data.files} />);
