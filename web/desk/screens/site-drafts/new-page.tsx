// Adds a page as a copy of another one. It is in a draft at first, so that visitors see it once its words are right.
import { type ComponentProps, useId } from "react";
import type { NewSitePage } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { SITE, siteAction, siteAddress } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { Locked } from "../../ui/locked.tsx";
import type { ScreenProps } from "../screen.ts";
import { Complaint } from "./complaint.tsx";
import "./site-drafts.css";

type FieldProps = ComponentProps<"input"> & { label: string; hint?: string };

function Field({ label, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {hint && <span>{hint}</span>}
      </label>
      <input id={id} autoComplete="off" {...input} />
    </div>
  );
}

function Copied({ pages, of }: NewSitePage) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Start as a copy of <span>change, hide or remove its sections afterwards</span>
      </label>
      <select id={id} name="of" defaultValue={of}>
        {pages.map(({ at, title }) => (
          <option key={at} value={at}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

function Menu({ has_menu }: NewSitePage) {
  return (
    <div className="role">
      <label>
        <input type="checkbox" name="menu" value="yes" defaultChecked={has_menu} />
        <b>With the menu</b>
        <span>Leave it off for a page that an advert leads to: more visitors stay on it.</span>
      </label>
    </div>
  );
}

function Form({ screen }: { screen: NewSitePage }) {
  const { heading, address, problem, draft, locked } = screen;
  const id = useId();
  const invalid = problem ? { "aria-invalid": true, "aria-describedby": id } : {};
  return (
    <PostForm
      action={siteAction("new-page")}
      fields={draft ? { draft: draft.id } : {}}
      className="panel"
    >
      <fieldset className="piece__form" disabled={locked != null}>
        <Field
          label="What is the page about?"
          hint="its heading, such as Ramadan offer"
          name="heading"
          dir="auto"
          required
          maxLength={60}
          defaultValue={heading}
          {...invalid}
        />
        <Field
          label="Its address"
          hint="such as ramadan-offer; leave it empty to take it from the heading"
          name="address"
          dir="ltr"
          autoCapitalize="none"
          maxLength={80}
          defaultValue={address}
          {...invalid}
        />
        <Copied {...screen} />
        <Menu {...screen} />
        <Complaint id={id} words={problem ?? undefined} />
        <div>
          <button type="submit" className="btn">
            Add the page
          </button>
        </div>
      </fieldset>
    </PostForm>
  );
}

export function NewPageView({ screen }: ScreenProps<"new-site-page">) {
  const { draft, locked, of } = screen;
  return (
    <main id="main" className="sitefacts">
      <header className="head">
        <a
          className="btn btn--bare btn--flush sitefacts__back"
          href={of ? siteAddress(of, undefined, draft?.id) : SITE}
        >
          <Icon name="left" />
          The pages
        </a>
        <h1>Add a page</h1>
        <p>
          {draft ? (
            <>
              It becomes a part of the draft <b dir="auto">{draft.name}</b>.
            </>
          ) : (
            "It becomes a draft. Visitors see it once you publish the draft."
          )}
        </p>
      </header>
      <Locked why={locked ?? null} className="sitefacts__locked" />
      <div className="sitedrafts sitedrafts--none">
        <Form screen={screen} />
      </div>
    </main>
  );
}
