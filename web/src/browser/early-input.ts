// Keeps what a visitor typed or chose before hydration, or a password manager filled in, and where the caret was. React sets
// some controls to the values in the server's HTML, and makes all of them anew where something else has changed the document.

/** Any control, as an input: what a kind lacks is undefined. */
type Control = HTMLInputElement & Partial<Pick<HTMLSelectElement, "options">>;

const CONTROLS = "input:not([type=hidden]), textarea, select";

const controls = () => [...document.querySelectorAll<Control>(CONTROLS)];

/** As in the server's HTML: where another state was recorded, React has set it back. */
function isAsServed({ options, value, defaultValue, checked, defaultChecked }: Control): boolean {
  return options
    ? [...options].every((one) => one.selected === one.defaultSelected)
    : value === defaultValue && checked === defaultChecked;
}

const nameOf = ({ name, id }: Control) => name || id;

/** The control in the present document: itself, or the one that was made in its place. */
function present(control: Control, place: number): Control | undefined {
  if (control.isConnected) return control;
  return controls().filter((made) => nameOf(made) === nameOf(control))[place];
}

type Caret = [number | null, number | null];

const caretOf = ({ selectionStart, selectionEnd }: Control): Caret => [
  selectionStart,
  selectionEnd,
];

function restoreFocus(control: Control, caret: Caret): void {
  control.focus({ preventScroll: true });
  if (caret[0] != null) control.setSelectionRange(...caret);
}

/**
 * Records every control's value, now and on each change; the function it returns restores them. What was filled in without
 * an event stays as it is.
 */
export function keepEarlyInput(): () => void {
  type Kept = Pick<Control, "value" | "checked"> & { place: number };
  const kept = new Map<Control, Kept>();
  let focused: Control | null = null;
  let caret: Caret = [null, null];
  const record = (control: Control, place: number) => {
    const { value, checked } = control;
    kept.set(control, { value, checked, place });
  };
  const listen = ({ type, target }: Event) => {
    if (type === "selectionchange") {
      if (focused?.isConnected) caret = caretOf(focused);
      return;
    }
    const control = target as Control;
    if (!control.matches?.(CONTROLS)) return;
    if (type === "focusin") focused = control;
    else record(control, kept.get(control)?.place ?? 0);
  };
  for (const control of controls()) {
    const places = [...kept.keys()].filter((earlier) => nameOf(earlier) === nameOf(control));
    record(control, places.length);
    if (control === document.activeElement) [focused, caret] = [control, caretOf(control)];
  }
  const events = ["input", "change", "focusin", "selectionchange"];
  for (const event of events) document.addEventListener(event, listen, true);
  return () => {
    for (const event of events) document.removeEventListener(event, listen, true);
    for (const [control, recorded] of kept) {
      const now = present(control, recorded.place);
      if (!now) continue;
      const { value, checked } = isAsServed(control) ? recorded : control;
      if (now.value !== value) now.value = value;
      if (now.checked !== checked) now.checked = checked;
      // Who had left it has the focus elsewhere, or would not have lost it now.
      const isLost = document.activeElement === document.body && now !== control;
      if (control === focused && isLost) restoreFocus(now, caret);
    }
  };
}
