// Staff of the desk, their devices, and the invitation of others. Anyone who isn't an owner sees only themselves.
import type { Desk, Me, People, Person } from "../../src/contract/desk.ts";
import { useNow } from "../ui/clock.tsx";
import { Icon } from "../ui/icon.tsx";
import { Typed } from "../ui/typed.tsx";
import { PasskeyCard, PasskeyLine } from "./passkeys/add.tsx";
import { Devices } from "./people/devices.tsx";
import { InvitationPanel, useInvitation } from "./people/invitation.tsx";
import { InviteForm } from "./people/invite-form.tsx";
import { Passkeys } from "./people/passkeys.tsx";
import { PersonRow } from "./people/person.tsx";
import { hasAsked, ringWords, unreachable } from "./people/ringing.ts";
import { TestPhones, useIsAsked } from "./people/rings.tsx";
import { ROLE_NAMES, ROLES, roleNames } from "./people/roles.ts";
import type { ScreenKind, ScreenProps } from "./screen.ts";
import "./people/people.css";

function PeopleScreen({ desk, screen }: ScreenProps<"people">) {
  const [myself] = screen.people;
  if (screen.may_invite) return <Everybody screen={screen} desk={desk} />;
  return myself && <Myself person={myself} me={desk.me} />;
}

function Everybody({ screen, desk }: { screen: People; desk: Desk }) {
  const { people } = screen;
  const { me } = desk;
  const isAsked = useIsAsked(desk);
  const invitation = useInvitation(screen);
  const owners = people.filter(({ roles }) => roles.includes("owner"));
  return (
    <main id="main">
      <PasskeyCard me={me} />
      <header className="head head--with">
        <h1>{headingOf(people, isAsked)}</h1>
        <Summary people={people} />
        <a className="head__do btn btn--line" href="/desk/settings">
          <Icon name="settings" />
          Settings
        </a>
      </header>
      <div className="people">
        {invitation && <InvitationPanel key={invitation.code} invitation={invitation} />}
        <section className="people__list" aria-labelledby="everybody">
          <h2 id="everybody" className="sr">
            People
          </h2>
          <ul className="folk">
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                me={person.is_me ? me : null}
                isLastOwner={owners.length === 1 && owners[0] === person}
                isAsked={isAsked}
              />
            ))}
          </ul>
          {hasAsked(people) && <TestPhones />}
        </section>
        <InviteForm />
        <div className="panel stack">
          <h2>If everybody is locked out</h2>
          <p className="small">
            Whoever runs the server types <code>amwaj staff invite NAME</code> and passes on the
            link. It needs no mail.
          </p>
        </div>
      </div>
    </main>
  );
}

function headingOf(people: Person[], isAsked: boolean): string {
  const who = people.length > 1 ? `${people.length} people` : "It's only you so far";
  return [who, ringWords(people, isAsked)].filter(Boolean).join(", ");
}

/** Whom nobody reaches by phone; otherwise how many devices there are. */
function Summary({ people }: { people: Person[] }) {
  const silent = unreachable(people, useNow());
  const invited = people.filter((person) => person.invited_until != null).length;
  const open = invited === 1 ? "One invitation is open." : `${invited} invitations are open.`;
  return (
    <p>
      {silent.map(({ key, whose, rest }) => (
        <span key={key}>
          {whose ? (
            <>
              <Typed text={whose} />
              's
            </>
          ) : (
            "Your"
          )}{" "}
          {rest}{" "}
        </span>
      ))}
      {silent.length > 0
        ? `Open the desk on ${silent.length === 1 ? "it" : "each"} once and it rings again.`
        : signedInWords(people)}
      {invited > 0 && ` ${open}`}
    </p>
  );
}

function signedInWords(people: Person[]): string {
  const devices = people.reduce((sum, person) => sum + person.devices.length, 0);
  return devices === 1
    ? "Signed in on one phone or computer."
    : `Signed in on ${devices} phones and computers.`;
}

function Myself({
  person: { name, roles, devices, passkeys },
  me,
}: {
  person: Person;
  me: Me | null;
}) {
  return (
    <main id="main">
      <PasskeyCard me={me} />
      <header className="head">
        <h1>
          <Typed text={name} />
        </h1>
        <p>{roleNames(roles)}</p>
      </header>
      <div className="people">
        <section className="people__list panel" aria-labelledby="devices">
          <h2 id="devices">Where you're signed in</h2>
          <Devices devices={devices} of={name} />
          <Passkeys passkeys={passkeys} of={name} />
          {me && <PasskeyLine me={me} />}
        </section>
        <section className="panel" aria-labelledby="may">
          <h2 id="may">What you may do</h2>
          <div className="stack">
            {ROLES.filter(({ role }) => roles.includes(role)).map(({ role, may }) => (
              <p key={role} className="small">
                <b>{ROLE_NAMES[role]}.</b> {may}
              </p>
            ))}
            <p className="small soft">An owner can change that.</p>
          </div>
        </section>
      </div>
    </main>
  );
}

export const people: ScreenKind<"people"> = { view: PeopleScreen, title: () => "People" };
