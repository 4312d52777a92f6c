// What a visitor typed, chose or opened before React arrived. React puts some controls back to what the
// server sent when it takes over; this puts them to what the visitor left.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input:not([type=hidden]), textarea, select";

function isCheckable(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);
}

/** Notes every control now and while it changes; the function it returns puts them all back. */
export function keepEarlyInput(): () => void {
  const kept = new Map<Control, string | boolean>();
  const note = (control: Control) =>
    kept.set(control, isCheckable(control) ? control.checked : control.value);
  const listen = (event: Event) => note(event.target as Control);
  for (const control of document.querySelectorAll<Control>(CONTROLS)) note(control);
  document.addEventListener("input", listen, true);
  return () => {
    document.removeEventListener("input", listen, true);
    for (const [control, state] of kept) {
      if (isCheckable(control)) control.checked = state === true;
      else if (control.value !== state) control.value = String(state);
    }
  };
}
