// R7, R50: links built from the company's data.
import { expect, test } from "vitest";
import { callLink, chatLink, directionsLink, linkTo, mailLink } from "../src/ui/links.ts";
import { HOME } from "./fixtures/home.ts";

const { company } = HOME.site;

test("R50 a phone number becomes a tel: link without blanks", () => {
  expect(callLink("+971 4 000 0000")).toBe("tel:+97140000000");
});

test("R7 the chat link is wa.me with digits only", () => {
  expect(chatLink("+971 50 000 0000")).toBe("https://wa.me/971500000000");
});

test("R50 a prepared chat message survives ampersands, line breaks and other scripts", () => {
  const link = new URL(chatLink("+971 50 000 0000", "A & B\nتكييف"));
  expect(link.searchParams.get("text")).toBe("A & B\nتكييف");
});

test("R50 mail and directions come from the company's data", () => {
  expect(mailLink("info@example.com")).toBe("mailto:info@example.com");
  expect(new URL(directionsLink(company)).searchParams.get("query")).toContain(
    company.address.street,
  );
});

test.each([
  ["call", callLink(company.phone)],
  ["landline", callLink(company.landline)],
  ["chat", chatLink(company.chat)],
  ["email", mailLink(company.email)],
  ["directions", directionsLink(company)],
  ["/contracts#basic", "/contracts#basic"],
  ["#contact", "#contact"],
  ["https://example.com/", "https://example.com/"],
])("R50 the target %s leads to %s", (target, address) => {
  expect(linkTo(target, company)).toBe(address);
});

test("R7 R50 only a chat starts with a message", () => {
  expect(linkTo("chat", company, "Hello")).toBe(chatLink(company.chat, "Hello"));
  expect(linkTo("call", company, "Hello")).toBe(callLink(company.phone));
});
