// A field that people do not see and machines fill in. Out of sight but not `display: none`, which machines
// know; out of reach of keyboard and screen reader; and with a name that no browser or password manager has
// something to fill in for.
import { TRAP } from "./fields.ts";

export function Trap({ label }: { label: string }) {
  return (
    <div className="form__trap" aria-hidden="true">
      <label>
        {label}
        <input
          name={TRAP}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
