// The navigation: the places that this person has, with how many wait there.

import logo from "../../../content/illustrations/logo-light.svg?no-inline";
import type { Me, NavPlace, Role, Screen } from "../../src/contract/desk.ts";
import { PostForm } from "../ui/actions.tsx";
import { HELD, INBOX, POSTS, SITE } from "../ui/addresses.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import "./wall.css";

type Link = {
  href: string;
  icon: IconName;
  words: string;
  screens: Screen["name"][];
  /** The key that leads there after G. */
  key?: string;
};

const LINKS: Record<NavPlace, Link> = {
  requests: {
    href: INBOX,
    icon: "inbox",
    words: "Requests",
    screens: ["inbox", "request", "new-request", "their-data"],
    key: "R",
  },
  held: { href: HELD, icon: "held", words: "Held", screens: ["held"], key: "H" },
  posts: {
    href: POSTS,
    icon: "posts",
    words: "Posts",
    screens: ["posts", "new-post", "post-editor", "post-revision"],
    key: "P",
  },
  site: {
    href: SITE,
    icon: "site",
    words: "Site",
    screens: ["site", "site-facts", "site-drafts", "new-site-page"],
    key: "S",
  },
  numbers: {
    href: "/desk/numbers",
    icon: "numbers",
    words: "Numbers",
    screens: ["numbers"],
    key: "N",
  },
  people: {
    href: "/desk/people",
    icon: "people",
    words: "People",
    screens: ["people", "settings", "launch"],
  },
};

const ROLES: Record<Role, string> = { owner: "Owner", office: "Office", marketing: "Marketing" };

function Count({ place, me }: { place: NavPlace; me: Me }) {
  const waiting: Partial<Record<NavPlace, number>> = { requests: me.waiting, held: me.held };
  const count = waiting[place];
  if (!count) return null;
  return (
    <span className="n">
      {count}
      <span className="sr"> waiting</span>
    </span>
  );
}

export function Wall({ me, screen }: { me: Me; screen: Screen["name"] }) {
  const current = (place: NavPlace) => LINKS[place].screens.includes(screen);
  return (
    <nav className="wall" aria-label="Desk">
      <a className="wall__logo" href={INBOX}>
        <img src={logo} width="233" height="64" alt="Desk, first screen" />
      </a>
      <ul>
        {me.places.map((place) => (
          <li key={place}>
            <a
              href={LINKS[place].href}
              aria-current={current(place) ? "page" : undefined}
              data-go={LINKS[place].key}
            >
              <Icon name={LINKS[place].icon} />
              <span>{LINKS[place].words}</span>
              <Count place={place} me={me} />
            </a>
          </li>
        ))}
      </ul>
      <div className="wall__me">
        <p>
          <b>{me.name}</b>
          <br />
          {me.roles.map((role) => ROLES[role]).join(", ")}
        </p>
        <PostForm action="/desk/sign-out">
          <button type="submit" className="btn btn--bare">
            Sign out
          </button>
        </PostForm>
      </div>
    </nav>
  );
}
