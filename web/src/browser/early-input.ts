// Keeps what a visitor typed or chose before hydration. When React hydrates, it resets some controls to the values in
// the server's HTML; this restores what the visitor entered.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input:not([type=hidden]), textarea, select";

function isCheckable(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);
}

/** Records every control's value, now and on each change; the function it returns restores them. */
export function keepEarlyInput(): () => void {
  const values = new Map<Control, string | boolean>();
  const record = (control: Control) =>
    values.set(control, isCheckable(control) ? control.checked : control.value);
  const listen = (event: Event) => record(event.target as Control);
  for (const control of document.querySelectorAll<Control>(CONTROLS)) record(control);
  document.addEventListener("input", listen, true);
  return () => {
    document.removeEventListener("input", listen, true);
    for (const [control, state] of values) {
      if (isCheckable(control)) control.checked = state === true;
      else if (control.value !== state) control.value = String(state);
    }
  };
}
