// The first script of every page, and a tiny one: React comes after everything that can be seen has
// loaded, so that it never competes with the first view.
import { watchBanner } from "./browser/banner-dismissal.ts";

watchBanner();

if (document.readyState === "complete") import("./entry-client.tsx");
else addEventListener("load", () => import("./entry-client.tsx"), { once: true });
