// A field of the editor beside the text: its label, its length where search results cut it, and what the checker says.
import { type ReactNode, useState } from "react";
import type { PostProblem } from "../../../src/contract/desk.ts";
import type { Editing } from "./editing.ts";
import { Problems, problemsId, problemsOf } from "./problems.tsx";
import { FIELD_NAMES, POST_FORM, type WordField } from "./words.ts";

/** Length at which search results cut it, in characters. */
const LIMITS: Partial<Record<WordField, number>> = { meta_title: 60, meta_description: 155 };

/** Props of every field of the form. React never touches typed words: it is given only the first ones. */
export function useFieldProps(name: WordField, editing: Editing, problems: PostProblem[]) {
  const [defaultValue] = useState(editing.words[name]);
  const own = problemsOf(problems, name);
  return {
    id: name,
    name,
    form: POST_FORM,
    defaultValue,
    autoComplete: "off",
    "aria-describedby": own.length > 0 ? problemsId(name) : undefined,
    "aria-invalid": own.some(({ is_mistake }) => is_mistake) || undefined,
  };
}

type LabelProps = { name: WordField; hint?: string };

function Label({ name, hint }: LabelProps) {
  return (
    <label htmlFor={name}>
      {FIELD_NAMES[name]} {hint && <span>{hint}</span>}
    </label>
  );
}

function Count({ name, text }: { name: WordField; text: string }) {
  const limit = LIMITS[name];
  const length = [...text].length;
  return limit != null && length > limit ? (
    <p className="problems__count">
      {length} / {limit}
    </p>
  ) : null;
}

type Props = {
  name: WordField;
  editing: Editing;
  problems: PostProblem[];
  hint?: string;
  /** Several lines, to begin with so many. */
  rows?: number;
};

export function Field({ name, editing, problems, hint, rows }: Props) {
  const props = { ...useFieldProps(name, editing, problems), dir: "auto" };
  return (
    <div className="field">
      <Label name={name} hint={hint} />
      {rows ? <textarea {...props} rows={rows} /> : <input {...props} />}
      <div className="problems__below">
        <Problems field={name} problems={problems} />
        <Count name={name} text={editing.words[name]} />
      </div>
    </div>
  );
}

/** A choice; `children` are its options. */
export function ChoiceField({
  name,
  editing,
  problems,
  children,
}: Props & { children: ReactNode }) {
  return (
    <div className="field">
      <Label name={name} />
      <select {...useFieldProps(name, editing, problems)}>{children}</select>
      <Problems field={name} problems={problems} />
    </div>
  );
}
