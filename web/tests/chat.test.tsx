// R7, R50: the message that a chat starts with says what the page is about.
import { expect, test } from "vitest";
import { FloatingButtons } from "../src/shell/floating.tsx";
import { Actions } from "../src/ui/actions.tsx";
import { ChatTopicProvider } from "../src/ui/site.tsx";
import { served } from "./render.tsx";

const PARTS = (
  <>
    <FloatingButtons />
    <Actions actions={[{ label: "Send a photo", to: "chat" }]} />
  </>
);

function messages(document: Document): (string | null)[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="https://wa.me/"]')];
  return links.map(({ href }) => new URL(href).searchParams.get("text"));
}

test("R7 R50 on a service's page, the floating button and the page's own name the service", () => {
  const page = served(<ChatTopicProvider value="plumbing">{PARTS}</ChatTopicProvider>);
  const text = "Hello, this is a request about plumbing from your website.";
  expect(messages(page)).toEqual([text, text]);
});

test("R7 R50 on any other page, they say where the visitor comes from", () => {
  const text = "Hello, this is a request from your website.";
  expect(messages(served(PARTS))).toEqual([text, text]);
});
