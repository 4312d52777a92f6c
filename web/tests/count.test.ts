// Which links count as calls, chats, mails and directions in the statistics.
import { describe, expect, test } from "vitest";
import { purposeOf } from "../src/browser/count.ts";
import { mapLink } from "../src/sections/map-links.ts";
import { chatLink, directionsLink, mailLink } from "../src/ui/links.ts";
import { HOME } from "./fixtures/home.ts";

const { company } = HOME.site;
const number = (phone: string) => phone.replace(/\D/g, "");

describe("the purpose of a link", () => {
  test.each([
    [`tel:+${number(company.phone)}`, "call"],
    [`tel:00${number(company.landline)}`, "call"],
    [`${chatLink(company.chat, "Hello")}`, "chat"],
    [`https://api.whatsapp.com/send?phone=${number(company.chat)}&text=x`, "chat"],
    [`${mailLink(company.email)}?subject=Hello`, "mail"],
    [directionsLink(company), "directions"],
    [mapLink(company.address), "directions"],
  ])("%s leads to the company: %s", (href, purpose) => {
    expect(purposeOf(href, company)).toBe(purpose);
  });

  test.each([
    "https://evil.example/?u=wa.me",
    `https://wa.me.evil.example/${number(company.chat)}`,
    `https://evil.example/wa.me/${number(company.chat)}`,
    "https://wa.me/4915112345678",
    "tel:999",
    "mailto:somebody@example.org",
    "https://www.google.com/maps/search/?api=1&query=Somewhere",
    `https://maps.google.com.evil.example/maps?q=${encodeURIComponent(company.name)}`,
    `https://www.google.com/search?q=${encodeURIComponent(company.name)}`,
    "https://www.dewa.gov.ae/",
  ])("%s leads somewhere else", (href) => {
    expect(purposeOf(href, company)).toBeNull();
  });
});
