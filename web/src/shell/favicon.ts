// The favicon: the logo's house and waves in as few points as its size needs, as a data: URL, which costs no request.
// The web manifest names the detailed icons.
import { INK, SUN } from "../styles/colours.ts";

const DRAWING =
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='${SUN}' rx='15'/>` +
  `<path fill='${INK}' stroke='${INK}' stroke-linejoin='round' stroke-width='5' d='M14,49V29l18-15,18,15v20z'/>` +
  `<path fill='none' stroke='${SUN}' stroke-width='4' d='M11,34q7-7,14,0t14,0,14,0M11,44q7-7,14,0t14,0,14,0'/></svg>`;

export const FAVICON = `data:image/svg+xml,${DRAWING.replaceAll("'", "%27").replace(/[ #<>]/g, encodeURIComponent)}`;
