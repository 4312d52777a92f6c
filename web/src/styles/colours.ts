// The tokens that a script needs as plain values, for the favicon and <meta name="theme-color">.
// build/check-colours.mjs compares them with tokens.css.

export const INK = "#08252d";
export const SUN = "#ffb71b";
