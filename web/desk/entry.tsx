// Starts the desk: shows the screen that `index.html` has asked for.
import "./styles/index.ts";
import { createRoot } from "react-dom/client";
import { guardDoubleClicks } from "../ui/double-click.ts";
import { App } from "./app.tsx";
import { readFirstScreen } from "./browser/server.ts";
import { NotShown } from "./shell/not-shown.tsx";

guardDoubleClicks();
const place = document.getElementById("desk");
if (!place) throw new Error("index.html has no place for the desk");
const root = createRoot(place);

readFirstScreen().then((first) => root.render(first ? <App first={first} /> : <NotShown />));
