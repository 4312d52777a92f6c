// Builds every link that comes from the company's data: telephone, chat, mail, directions (R50).
import { encoded } from "../browser/text.ts";
import type { Company, Target } from "../contract/content.ts";

const digits = (phone: string) => phone.replace(/\D/g, "");

export function callLink(phone: string): string {
  return `tel:+${digits(phone)}`;
}

/** A WhatsApp chat with the number (R7); `text` is the message that the visitor only has to send. */
export function chatLink(phone: string, text?: string): string {
  const address = `https://wa.me/${digits(phone)}`;
  return text ? `${address}?text=${encoded(text)}` : address;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

export function directionsLink(company: Company): string {
  const { building, street, district, city } = company.address;
  const place = [company.name, building, street, district, city].join(", ");
  return `https://www.google.com/maps/search/?api=1&query=${encoded(place)}`;
}

/** The address of a target: a contact channel of the company, or the target itself. A chat starts with `chatText`. */
export function linkTo(target: Target, company: Company, chatText?: string): string {
  switch (target) {
    case "call":
      return callLink(company.phone);
    case "landline":
      return callLink(company.landline);
    case "chat":
      return chatLink(company.chat, chatText);
    case "email":
      return mailLink(company.email);
    case "directions":
      return directionsLink(company);
    default:
      return target;
  }
}
