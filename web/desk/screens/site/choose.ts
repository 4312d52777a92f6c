// Links that choose a piece: without scripts they load the screen with it, with them the page stays as it is.
import type { MouseEvent } from "react";

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export const onChoose = (choose: () => void) => (event: MouseEvent) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  choose();
};
