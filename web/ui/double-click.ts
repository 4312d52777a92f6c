// The second click of a double click acts only where the first one did: by then another control may have come under the
// pointer, from the next page, or from below what the first click took away.

const CONTROLS = "a, button, summary, label, input, select, textarea";

/** As long as phones wait for the second tap of two. */
const DOUBLE_MS = 500;

/** Two taps that are meant as one are no further from each other. */
const SAME_PX = 20;

type Click = { control: Element | null; time: number; x: number; y: number };

/** The control that an event is for; of a label, the field that it names. */
function controlOf({ target }: Event): Element | null {
  const found = target instanceof Element ? target.closest(CONTROLS) : null;
  return (found instanceof HTMLLabelElement && found.control) || found;
}

/** The same control, or one that was made anew just like it. */
const isSame = (one: Element | null, other: Element | null) =>
  one === other || (one !== null && other !== null && one.isEqualNode(other));

/** Call once, before anything else listens for clicks. */
export function guardDoubleClicks(): void {
  let first: Click | null = null;
  const isSecond = (event: MouseEvent, since: Click) => {
    // The browser counts clicks of a mouse, by the settings of its system, and doesn't count taps.
    const { pointerType } = event as PointerEvent;
    if (pointerType === "mouse") return event.detail > 1;
    const distance = Math.hypot(event.clientX - since.x, event.clientY - since.y);
    return event.timeStamp - since.time < DOUBLE_MS && distance < SAME_PX;
  };
  const listen = (event: MouseEvent) => {
    // Keys and scripts click without a pointer.
    if (event.detail === 0) return;
    const control = controlOf(event);
    if (first === null || !isSecond(event, first) || isSame(control, first.control)) {
      first = { control, time: event.timeStamp, x: event.clientX, y: event.clientY };
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", listen, true);
}
