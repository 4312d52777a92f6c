// One colleague in the list: roles, devices, and what an owner can do about them.
import type { Me, Person } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { Face } from "../../ui/face.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Typed } from "../../ui/typed.tsx";
import { PasskeyLine } from "../passkeys/add.tsx";
import { Devices } from "./devices.tsx";
import { Passkeys } from "./passkeys.tsx";
import { MailField, RoleChoice } from "./person-fields.tsx";
import { roleNames } from "./roles.ts";

type Props = {
  person: Person;
  /** The user signed in, where it is this person. */
  me: Me | null;
  /** Somebody has to be able to let people in. */
  isLastOwner: boolean;
  /** Whether all phones were just asked if they ring. */
  isAsked: boolean;
};

export function PersonRow({ person, me, isLastOwner, isAsked }: Props) {
  const now = useNow();
  const { id, name, devices, invited_until: until } = person;
  return (
    <li>
      <Face name={name} me={person.is_me} />
      <div>
        <h3>
          <Typed text={name} /> {person.is_me && <small>you</small>}
        </h3>
        <p className="small">{roleNames(person.roles)}</p>
        {person.mail && <p className="small folk__mail">{person.mail}</p>}
      </div>
      {until != null && (
        <span className="pill pill--warm">
          <Icon name="clock" />
          Invited until {when(until, now)}
        </span>
      )}
      {devices.length > 0 ? (
        <Devices devices={devices} of={name} isAsked={isAsked} />
      ) : (
        <p className="folk__none small">
          {until == null ? "Isn't signed in anywhere." : "Hasn't used the link yet."}
        </p>
      )}
      <Passkeys passkeys={person.passkeys} of={name} />
      {me && <PasskeyLine me={me} />}
      <div className="folk__do">
        <PostForm action={`/desk/people/${id}/invite`}>
          <button type="submit" className="btn btn--bare">
            Send a new link<span className="sr"> to {name}</span>
          </button>
        </PostForm>
        {/* A save that arrived shuts it. */}
        <Change key={[...person.roles, person.mail].join()} person={person} />
        <Remove person={person} isLastOwner={isLastOwner} />
      </div>
    </li>
  );
}

function Change({ person: { id, name, roles, mail } }: Pick<Props, "person">) {
  return (
    <details>
      <summary className="btn btn--bare">
        Change<span className="sr"> what {name} may do</span>
        <Icon name="down" />
      </summary>
      <PostForm action={`/desk/people/${id}/change`} className="folk__change">
        <RoleChoice roles={roles} />
        <MailField id={`mail-${id}`} mail={mail} />
        <button type="submit" className="btn btn--line">
          Save
        </button>
      </PostForm>
    </details>
  );
}

function Remove({ person, isLastOwner }: Pick<Props, "person" | "isLastOwner">) {
  const { id, name, is_me: isMe } = person;
  return (
    <details>
      <summary className="btn btn--bare">
        Remove<span className="sr"> {name}</span>
        <Icon name="down" />
      </summary>
      {isLastOwner ? (
        <p className="small">The last owner can't be removed. Make somebody else an owner first.</p>
      ) : (
        <PostForm action={`/desk/people/${id}/end`}>
          <p className="small">
            {isMe
              ? "You're signed out everywhere at once, and come back only with an invitation."
              : "Every phone and computer of theirs is signed out at once."}{" "}
            What was answered stays, with the name.
          </p>
          <button type="submit" className="btn btn--line">
            <span>
              Remove <Typed text={name} />
            </span>
          </button>
        </PostForm>
      )}
    </details>
  );
}
