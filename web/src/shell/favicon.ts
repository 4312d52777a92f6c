// The icon of tabs and bookmarks: the logo's house and waves with as few points as show at its size. It is an address
// that holds the drawing itself, so that no request is spent on it. The manifest names the full one.

const DRAWING =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='#ffb71b' rx='15'/>" +
  "<path fill='#08252d' stroke='#08252d' stroke-linejoin='round' stroke-width='5' d='M14,49V29l18-15,18,15v20z'/>" +
  "<path fill='none' stroke='#ffb71b' stroke-width='4' d='M11,34q7-7,14,0t14,0,14,0M11,44q7-7,14,0t14,0,14,0'/></svg>";

export const FAVICON = `data:image/svg+xml,${DRAWING.replace(/[ #<>]/g, encodeURIComponent)}`;
