// Whether somebody is about to tap on the list: then nothing in it may move.

const LISTS = ":is(.next, .reqs)";
/** For how long after a touch, in milliseconds. */
const TOUCH_MS = 3_000;

let touchedAt = Number.NEGATIVE_INFINITY;
const touch = ({ timeStamp }: Event) => {
  touchedAt = timeStamp;
};
for (const kind of ["pointerdown", "scroll"])
  addEventListener(kind, touch, { capture: true, passive: true });

/** A pointer that can rest does so on a row; a finger has touched or moved the screen just now. */
export const isPointing = (): boolean =>
  matchMedia("(hover: hover)").matches
    ? document.querySelector(`${LISTS}:hover`) != null
    : performance.now() - touchedAt < TOUCH_MS;
