// What a visitor may ask for, done by an owner: their data, or that it be erased. Neither can be undone.
import type { RequestScreen } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { requestAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";

export function TheirData({ screen: { row } }: { screen: RequestScreen }) {
  const { reference } = row;
  return (
    <details className="their-data">
      <summary>
        Their data <Icon name="down" />
      </summary>
      <p className="small">
        Whoever asks gets what is kept of them: every request of this number, as a file.
      </p>
      <a className="btn btn--line" href={`/desk/requests/${reference}/data.json`}>
        Give them their data
      </a>
      <p className="small">
        Erasing takes away name, number, message and notes, for ever. Reference, times and service
        stay. Mails that were sent have to be erased in the mailbox.
      </p>
      <PostForm action={requestAction(reference, "erase")} className="their-data__erase">
        <div className="field">
          <label htmlFor="typed">
            To erase it, type <b>{reference}</b>
          </label>
          <input id="typed" name="typed" required autoComplete="off" spellCheck={false} />
        </div>
        <button type="submit" className="btn btn--line">
          Erase their data
        </button>
      </PostForm>
    </details>
  );
}
