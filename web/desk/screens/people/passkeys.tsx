// Passkeys, which sign a person in without an invitation: each can be named and removed by itself.
import type { PersonPasskey } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { Icon } from "../../ui/icon.tsx";
import { Typed } from "../../ui/typed.tsx";

type Props = {
  passkeys: PersonPasskey[];
  /** Whose they are. */
  of: string;
};

export function Passkeys({ passkeys, of }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <ul className="dev" aria-label={`Passkeys of ${of}`}>
      {passkeys.map((passkey) => (
        <PasskeyEntry key={`${passkey.id} ${passkey.label}`} passkey={passkey} of={of} />
      ))}
    </ul>
  );
}

function PasskeyEntry({ passkey, of }: { passkey: PersonPasskey; of: string }) {
  const now = useNow();
  const { id, label, created_at: made, used_at: used } = passkey;
  const use = used == null ? "not used yet" : `last used ${when(used, now)}`;
  return (
    <li>
      <Icon name="finger" />
      <p>
        <b>
          Passkey: <Typed text={label} />
        </b>
        <br />
        added {when(made, now)}, {use}
      </p>
      <details>
        <summary className="btn btn--bare">
          Change
          <span className="sr">
            {" "}
            the passkey {label}, {of}
          </span>
          <Icon name="down" />
        </summary>
        <PostForm action={`/desk/passkeys/${id}/name`} className="stack">
          <div className="field">
            <label htmlFor={`passkey-${id}`}>Its name</label>
            <input
              id={`passkey-${id}`}
              name="label"
              defaultValue={label}
              required
              maxLength={60}
              autoComplete="off"
              dir="auto"
            />
          </div>
          <p className="small">
            A removed passkey signs nobody in any more. Devices that are signed in stay so: sign
            them out above.
          </p>
          <div className="btns">
            <button type="submit" className="btn btn--line">
              Save
            </button>
            <button
              type="submit"
              className="btn btn--line"
              formAction={`/desk/passkeys/${id}/remove`}
              formNoValidate
            >
              Remove the passkey
            </button>
          </div>
        </PostForm>
      </details>
    </li>
  );
}
