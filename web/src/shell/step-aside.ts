// When the floating buttons step aside (R7). Navigation moves the focus, so that a new page is looked at too.
import { type RefObject, useEffect, useState } from "react";

/** Elements the floating buttons must not cover (R7): the tabs, a form's message, the field being typed in. */
const KEPT_CLEAR = ".subnav, .form__result, :is(input, select, textarea):focus";

/** Whether a button, in its own corner, would cover one of them. */
function covers(button: HTMLElement, kept: readonly Element[]): boolean {
  // Where it is laid out, also while it is moved aside.
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = button;
  return kept.some((element) => {
    const box = element.getBoundingClientRect();
    const besides = box.right <= left || box.left >= left + offsetWidth;
    return !besides && box.bottom > top && box.top < top + offsetHeight;
  });
}

/** Whether the floating buttons in `floats` have to step aside now: looked at anew with each scroll, focus and resize. */
export function useStepAside(floats: RefObject<HTMLElement | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const kept = [...document.querySelectorAll(KEPT_CLEAR)];
      const buttons = [...(floats.current?.querySelectorAll("a") ?? [])];
      setAside(buttons.some((button) => covers(button, kept)));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    for (const event of ["scroll", "resize", "focusin", "focusout"])
      window.addEventListener(event, lookSoon, options);
    lookSoon();
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [floats]);
  return aside;
}
