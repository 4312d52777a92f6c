// The honeypot: a field that people don't see and spam bots fill in. It is moved out of sight rather than hidden with
// `display: none`, which bots recognise; keyboards and screen readers skip it; and no browser or password manager has
// a value for its name.
import { HONEYPOT } from "./fields.ts";

export function Honeypot({ label }: { label: string }) {
  return (
    <div className="form__trap" aria-hidden="true">
      <label>
        {label}
        <input
          name={HONEYPOT}
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
