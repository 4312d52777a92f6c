// The footer (R6): services, company pages, contact, social links, and the copyright year, which the server supplies
// (`pages/publisher.rs`). The addresses of its links are in content/navigation.toml.

import { fill } from "../../ui/fill.ts";
import type { Action } from "../contract/content.ts";
import { Icon } from "../ui/icon.tsx";
import { callLink, mailLink } from "../ui/links.ts";
import { Figures } from "../ui/sentence.tsx";
import { useLinkTo, useSite } from "../ui/site.tsx";
import "./footer.css";

function LinkColumn({ heading, links }: { heading: string; links: Action[] }) {
  const linkTo = useLinkTo();
  return (
    <div>
      <h2>{heading}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={linkTo(to)}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Contact() {
  const { company, words } = useSite();
  const { phone, email, address, hours } = company;
  return (
    <div className="foot__contact">
      <div>
        <h2>{words.footer.contact}</h2>
        <a className="foot__phone num" href={callLink(phone)}>
          {phone}
        </a>
        <br />
        <a href={mailLink(email)}>{email}</a>
      </div>
      <address>
        {address.building},<br />
        {address.street}, {address.district}, {address.city}
      </address>
      <p>
        <Figures text={fill(words.footer.hours, { hours: hours.office })} />
        <br />
        {fill(words.footer.emergency, { hours: hours.emergency })}
      </p>
    </div>
  );
}

/** Social links; a network without an address in company.toml is not shown. */
function Socials() {
  const { socials } = useSite().company;
  const shown = socials.flatMap(({ network, url }) => (url ? [{ network, url }] : []));
  if (shown.length === 0) return null;
  return (
    <ul className="foot__social">
      {shown.map(({ network, url }) => (
        <li key={network}>
          <a href={url} aria-label={network[0]?.toUpperCase() + network.slice(1)}>
            <Icon name={network} />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Footer() {
  const { company, navigation, services, words, year } = useSite();
  const linkTo = useLinkTo();
  const { src, width, height, alt } = company.logo.on_dark;
  const named = new Set(navigation.footer_services);
  const serviceLinks = services
    .filter(({ slug }) => named.has(slug))
    .map(({ name, path }) => ({ label: name, to: path }));
  return (
    <footer className="foot on-dark">
      <div className="wrap">
        <div className="foot__grid">
          <div className="foot__brand">
            <img src={src} width={width} height={height} alt={alt} loading="lazy" />
            <p>{company.tagline}</p>
          </div>
          <LinkColumn heading={words.footer.services} links={serviceLinks} />
          <LinkColumn heading={words.footer.company} links={navigation.footer_company} />
          <Contact />
        </div>
        <div className="foot__end">
          <p>
            © {year} {company.name}
          </p>
          {navigation.footer_legal.map(({ label, to }) => (
            <a key={label} href={linkTo(to)}>
              {label}
            </a>
          ))}
          <Socials />
        </div>
      </div>
    </footer>
  );
}
