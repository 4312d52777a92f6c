// Every address that is made from the company's data: telephone, chat, mail, directions (R50).
import type { Company, Target } from "../contract/content.ts";

const digits = (phone: string) => phone.replace(/\D/g, "");

export function callLink(phone: string): string {
  return `tel:+${digits(phone)}`;
}

/** A chat with the number; `text` is written out in the visitor's chat, ready to send. */
export function chatLink(phone: string, text?: string): string {
  const address = `https://wa.me/${digits(phone)}`;
  return text ? `${address}?text=${encodeURIComponent(text)}` : address;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

export function directionsLink(company: Company): string {
  const { building, street, district, city } = company.address;
  const place = [company.name, building, street, district, city].join(", ");
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/** The address behind a target: one of the company's own lines, or the target itself. */
export function linkTo(target: Target, company: Company): string {
  switch (target) {
    case "call":
      return callLink(company.phone);
    case "landline":
      return callLink(company.landline);
    case "chat":
      return chatLink(company.chat);
    case "email":
      return mailLink(company.email);
    case "directions":
      return directionsLink(company);
    default:
      return target;
  }
}
