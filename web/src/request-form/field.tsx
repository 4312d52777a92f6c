// A form field: label, control and error message.
import { cloneElement, type ReactElement } from "react";
import { Icon } from "../ui/icon.tsx";

type ControlProps = {
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
};

type FieldProps = {
  id: string;
  label: string;
  /** A note after the label, such as "(optional)". */
  note?: string;
  error?: string | null;
  children: ReactElement<ControlProps>;
};

export function Field({ id, label, note, error, children }: FieldProps) {
  const errorId = `${id}-error`;
  const wiring = error ? { "aria-invalid": true, "aria-describedby": errorId } : {};
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {note && <span> {note}</span>}
      </label>
      {cloneElement(children, { id, ...wiring })}
      {error && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
