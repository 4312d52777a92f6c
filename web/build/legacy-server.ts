// Alias for Vite: React's renderer that makes a whole string, for an engine without streams.
import { fileURLToPath } from "node:url";

export const legacyServer = {
  find: /^react-dom\/server$/,
  replacement: fileURLToPath(
    new URL(
      "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
      import.meta.url,
    ),
  ),
};
