// R31: the FAQ accordion, at most one question open.
import { expect, test } from "vitest";
import { Questions } from "../src/sections/questions.tsx";
import { chatLink } from "../src/ui/links.ts";
import { COMPANY, SITE, served } from "./render.tsx";

const SECTION = {
  ground: "white" as const,
  heading: "Before you call",
  help_heading: "Not on the list?",
  help_text: "Describe it.",
  help_chat: "WhatsApp",
  questions: [
    { question: "How much?", answer: "AED 150." },
    { question: "How soon?", answer: "In 60 minutes." },
    { question: "How do I pay?", answer: "By card." },
  ],
};

const twice = () =>
  served(
    <>
      <Questions section={SECTION} />
      <Questions section={SECTION} />
    </>,
  );

test("every question is a details element, and the first one is open (R31)", () => {
  const items = [...served(<Questions section={SECTION} />).querySelectorAll("details")];
  expect(items.map(({ open }) => open)).toEqual([true, false, false]);
  expect(items.map((item) => item.querySelector("summary")?.textContent)).toEqual(
    SECTION.questions.map(({ question }) => question),
  );
});

test("at most one is open: a section's questions share a name that no other section has (R31)", () => {
  const names = [...twice().querySelectorAll("details")].map((item) => item.getAttribute("name"));
  expect(names[0]).toBeTruthy();
  expect(new Set(names.slice(0, 3)).size).toBe(1);
  expect(new Set(names).size).toBe(2);
});

test("each section is labelled by its own heading", () => {
  const page = twice();
  const names = [...page.querySelectorAll("section")].map(
    (section) => page.getElementById(section.getAttribute("aria-labelledby") ?? "")?.tagName,
  );
  expect(names).toEqual(["H2", "H2"]);
  expect(new Set([...page.querySelectorAll("[id]")].map(({ id }) => id)).size).toBe(2);
});

test("the card beside them calls and chats with the company's numbers (R50)", () => {
  const links = [...served(<Questions section={SECTION} />).querySelectorAll(".callcard a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "tel:+97140000000",
    chatLink(COMPANY.chat, SITE.words.chat.greeting),
  ]);
  expect(links[0]?.textContent).toBe(COMPANY.phone);
});
