// Numbers that several files share, each named once (R51). Style sheets repeat the first one as `48rem`, because
// media queries can't read it.

/** Below this width, in CSS pixels, the site shows its mobile layout. */
export const MOBILE_BELOW_PX = 768;

/** Scrolled further than this, in CSS pixels, the header turns solid (R2). */
export const HEADER_SOLID_BEYOND_PX = 50;

/** An anchor scrolls into view after this many milliseconds (R8). */
export const ANCHOR_DELAY_MS = 100;

/** A blog page that takes longer than this many milliseconds shows `Loading...` (R39). */
export const LOADING_AFTER_MS = 200;

/** Posts on one page of the blog (R38). */
export const BLOG_PAGE_SIZE = 12;

/** Latest posts beside an article (R40). */
export const LATEST_POSTS = 3;
