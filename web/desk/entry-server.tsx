// The entry for the server's JavaScript engine: it names the screens it knows, and renders one at a time.
import { boot, modules, styles } from "entry-assets";
import { renderToString } from "react-dom/server";
import type { Desk } from "../src/contract/desk.ts";
import { App } from "./app.tsx";
import type { Files } from "./document.tsx";
import { SCREENS } from "./screens/index.ts";
import { provideViews } from "./screens/later.ts";
import { NumbersScreen } from "./screens/numbers.tsx";
import { POST_VIEWS } from "./screens/posts/views.ts";
import type { LaterViews } from "./screens/screen.ts";
import { SettingsView } from "./screens/settings.tsx";
import { PictureForm } from "./screens/site/picture.tsx";
import { providePictureForm } from "./screens/site/picture-later.tsx";
import { SiteView } from "./screens/site/site.tsx";
import { DRAFT_VIEWS } from "./screens/site-drafts/views.ts";
import { SiteFactsView } from "./screens/site-facts/site-facts.tsx";

const views: LaterViews = {
  ...POST_VIEWS,
  ...DRAFT_VIEWS,
  site: SiteView,
  "site-facts": SiteFactsView,
  numbers: NumbersScreen,
  settings: SettingsView,
};
provideViews(views);
providePictureForm(PictureForm);

const files: Files = { boot, modules, styles };

/** The names of the screens as JSON. */
export function routes(): string {
  return JSON.stringify(Object.keys(SCREENS));
}

/** Renders a whole document; `input` is a Desk as JSON. */
export function render(input: string): string {
  const desk: Desk = JSON.parse(input);
  return `<!DOCTYPE html>${renderToString(<App first={desk} files={files} onHydrated={() => {}} />)}`;
}
