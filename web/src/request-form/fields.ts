// Reads and writes the form's four fields. They are uncontrolled inputs: React keeps what the visitor, the browser or
// a password manager filled in before hydration.
import { wellFormed } from "../browser/text.ts";
import { REQUIRED, type RequestValues, type RequiredField } from "./answer.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The honeypot's name, which the server knows too. People don't see this field, so a value in it is from a bot. */
export const HONEYPOT = "second_message";

const NAMES = ["name", "phone", "service", "message"] as const;

function fieldOf(form: HTMLFormElement, name: keyof RequestValues): Field {
  return form.elements.namedItem(name) as Field;
}

export function readFields(form: HTMLFormElement): RequestValues {
  const entries = NAMES.map((name) => [name, wellFormed(fieldOf(form, name).value)]);
  return Object.fromEntries(entries) as RequestValues;
}

/** The value in the honeypot. */
export function honeypotIn(form: HTMLFormElement): string {
  return (form.elements.namedItem(HONEYPOT) as HTMLInputElement | null)?.value ?? "";
}

export function writeFields(form: HTMLFormElement, values: RequestValues): void {
  for (const name of NAMES) fieldOf(form, name).value = values[name];
}

export const isSame = (a: RequestValues, b: RequestValues): boolean =>
  NAMES.every((name) => a[name] === b[name]);

/** Fills empty fields, and those that still have the value in `replaceable`, which the visitor didn't type (R14). */
export function fillFields(
  form: HTMLFormElement,
  values: RequestValues,
  replaceable: RequestValues,
): void {
  for (const name of NAMES) {
    const field = fieldOf(form, name);
    if (field.value === "" || field.value === replaceable[name]) {
      field.value = values[name];
      // The select no longer offers this choice: show its placeholder.
      if (field.value !== values[name]) field.value = "";
    }
  }
}

/** `start`, with what the visitor typed or chose in `values`: what isn't empty or still the same as in `earlier`. */
export function withTyped(
  values: RequestValues,
  earlier: RequestValues,
  start: RequestValues,
): RequestValues {
  const isTyped = (name: keyof RequestValues) => values[name] && values[name] !== earlier[name];
  const merged = NAMES.map((name) => [name, isTyped(name) ? values[name] : start[name]]);
  return Object.fromEntries(merged) as RequestValues;
}

/** A character that a person can see; the server (`blank.rs`) judges alike. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Required fields that are empty or blank, in the form's order (R44). */
export function missingIn(values: RequestValues): RequiredField[] {
  return REQUIRED.filter((name) => !VISIBLE.test(values[name]));
}

export function focusField(form: HTMLFormElement, name: RequiredField): void {
  fieldOf(form, name).focus();
}
