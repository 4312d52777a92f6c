// Form fields of a person: roles and mail address.
import type { Role } from "../../../src/contract/desk.ts";
import { ROLE_NAMES, ROLES } from "./roles.ts";

export function RoleChoice({ roles }: { roles: Role[] }) {
  return (
    <fieldset className="role">
      <legend className="sr">What they may do</legend>
      {ROLES.map(({ role, may }) => (
        <label key={role}>
          <input type="checkbox" name={role} value="true" defaultChecked={roles.includes(role)} />
          <b>{ROLE_NAMES[role]}</b>
          <span>{may}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function MailField({ id, mail }: { id: string; mail: string | null }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        Their mail address <span>(may be left empty)</span>
      </label>
      <input
        id={id}
        name="mail"
        type="email"
        defaultValue={mail ?? ""}
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-for`}
      />
      <p className="small soft" id={`${id}-for`}>
        For a link to sign in with, where the settings allow it.
      </p>
    </div>
  );
}
