// Page for everybody who isn't signed in: the house, and beside it (below it on phones) the next step.
import type { ReactNode } from "react";
import drawing from "../../../content/illustrations/hero-tall.svg";
import logo from "../../../content/illustrations/logo.svg";
import logoOnSun from "../../../content/illustrations/logo-on-sun.svg";
import { Icon, type IconName } from "../ui/icon.tsx";
import "./entry-page.css";

/** From here up the words are beside the drawing, and the logo is on white. */
const WIDE = "(min-width: 56.25rem)";

export function EntryPage({ company, children }: { company: string; children: ReactNode }) {
  return (
    <main id="main" className="gate">
      <picture className="gate__logo">
        <source media={WIDE} srcSet={logo} width={233} height={64} />
        <img src={logoOnSun} width={233} height={64} alt={company} />
      </picture>
      <div className="gate__art">
        <img src={drawing} width={728} height={752} alt="" />
      </div>
      <div className="gate__in">
        {children}
        <p className="small soft">
          For staff of {company}. <a href="/">Back to the website</a>
        </p>
      </div>
    </main>
  );
}

type ComplaintProps = {
  id?: string;
  /** Nothing went wrong; it only has to be done again. */
  mild?: boolean;
  /** In the place of the usual one. */
  icon?: IconName;
  children: ReactNode;
};

/** Why somebody isn't in yet. */
export function Complaint({ id, mild = false, icon, children }: ComplaintProps) {
  return (
    <div className={mild ? "say say--warm" : "say say--bad"} role="alert" id={id}>
      <Icon name={icon ?? (mild ? "clock" : "alert")} />
      <p>{children}</p>
    </div>
  );
}

/** For those who can't get in by themselves. */
export function LostPhone() {
  return (
    <details>
      <summary>
        My phone is lost or new <Icon name="down" />
      </summary>
      <p className="small">
        Ask an owner for a new link: People, your name, “Send a new link”. If no owner can get in
        either, whoever runs the server types <code>amwaj staff invite NAME</code>
      </p>
    </details>
  );
}
