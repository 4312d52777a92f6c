// The oldest browsers that the site and the desk are made for, as Vite's `build.target`: scripts and styles are lowered to
// them, and tests/browsers.test.ts reads the built files for what can't be.

/** The first that have cascade layers and <dialog>. Older ones show a plain page: it's read, calls and sends requests. */
export const SITE_BROWSERS = ["chrome99", "edge99", "firefox98", "safari15.4", "ios15.4"];

/** The first in which the desk's layout is whole. */
export const DESK_BROWSERS = ["chrome111", "edge111", "firefox121", "safari16.4", "ios16.4"];
