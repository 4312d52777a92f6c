// Reading and writing the form's four fields. They are uncontrolled: what a visitor, the browser or a
// password manager put there before React arrived stays there.
import { REQUIRED, type RequestValues, type RequiredField } from "./answer.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The field that people do not see: what stands in it was written by a machine. The server knows its name. */
export const TRAP = "second_message";

const NAMES = ["name", "phone", "service", "message"] as const;

function fieldOf(form: HTMLFormElement, name: keyof RequestValues): Field {
  return form.elements.namedItem(name) as Field;
}

export function readFields(form: HTMLFormElement): RequestValues {
  const entries = NAMES.map((name) => [name, fieldOf(form, name).value]);
  return Object.fromEntries(entries) as RequestValues;
}

/** What stands in the field that people do not see. */
export function trapIn(form: HTMLFormElement): string {
  return (form.elements.namedItem(TRAP) as HTMLInputElement | null)?.value ?? "";
}

export function writeFields(form: HTMLFormElement, values: RequestValues): void {
  for (const name of NAMES) fieldOf(form, name).value = values[name];
}

/** Fills only fields that hold nothing, or what `replaceable` says nobody typed. */
export function fillFields(
  form: HTMLFormElement,
  values: RequestValues,
  replaceable: RequestValues,
): void {
  for (const name of NAMES) {
    const field = fieldOf(form, name);
    if (values[name] && (field.value === "" || field.value === replaceable[name])) {
      field.value = values[name];
      // A choice that is no longer offered leaves nothing chosen: show the invitation to choose.
      if (field.value !== values[name]) field.value = "";
    }
  }
}

/** Required fields that hold nothing but blanks, in the order they stand. */
export function missingIn(values: RequestValues): RequiredField[] {
  return REQUIRED.filter((name) => values[name].trim() === "");
}

export function focusField(form: HTMLFormElement, name: RequiredField): void {
  fieldOf(form, name).focus();
}
