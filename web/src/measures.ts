// Numbers that several places agree on, each named once (R51). Style sheets repeat the first one
// as `48rem`, because a media query cannot read it.

/** Below this width, in CSS pixels, the site shows its mobile form. */
export const MOBILE_BELOW_PX = 768;

/** Scrolled further than this, in CSS pixels, the header turns solid. */
export const HEADER_SOLID_BEYOND_PX = 50;

/** An anchor scrolls into view after this many milliseconds. */
export const ANCHOR_DELAY_MS = 100;

/** A page that has not come after this many milliseconds is announced: `Loading...`. */
export const LOADING_AFTER_MS = 200;

/** Posts on one page of the blog. */
export const BLOG_PAGE_SIZE = 12;

/** Posts beside an article. */
export const LATEST_POSTS = 3;
