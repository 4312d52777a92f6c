// The contact cards (R33): address, e-mail, phone; below the address, the days on which the office keeps other hours.
import type { ReactNode } from "react";
import type { ContactCard, ContactCards as ContactCardsContent } from "../contract/content.ts";
import { type IconName, Tile } from "../ui/icon.tsx";
import { callLink, mailLink } from "../ui/links.ts";
import { Figures } from "../ui/sentence.tsx";
import { useSite } from "../ui/site.tsx";
import "./contact-cards.css";

type CardProps = {
  icon: IconName;
  card: ContactCard;
  children: ReactNode;
  /** Lines below the card's note. */
  notices?: string[];
};

function Card({ icon, card, children, notices = [] }: CardProps) {
  return (
    <li>
      <Tile name={icon} />
      <h2>{card.heading}</h2>
      {children}
      <p>
        <Figures text={card.note} />
      </p>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </li>
  );
}

export function ContactCards({ section }: { section: ContactCardsContent }) {
  const { address, email, phone, hours } = useSite().company;
  const { building, street, district, city } = address;
  return (
    <div className={`sec g-${section.ground} info-band`}>
      <ul className="wrap info">
        <Card icon="map-pin" card={section.address} notices={hours.notices}>
          <address>{[building, street, district, city].join(", ")}</address>
        </Card>
        <Card icon="mail" card={section.email}>
          <a href={mailLink(email)}>{email}</a>
        </Card>
        <Card icon="phone" card={section.phone}>
          <a className="num" href={callLink(phone)}>
            {phone}
          </a>
        </Card>
      </ul>
    </div>
  );
}
