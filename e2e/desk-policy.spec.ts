// Acts from which the desk's policy keeps its own scripts, and so smuggled ones (Trusted Types).
import { expect } from "@playwright/test";
import { test } from "./site/desk.ts";

test("on the desk no text becomes markup, a script or code, not even by the desk's own scripts", async ({
  desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const taken = await page.evaluate(() => {
    const script = () => document.createElement("script");
    const sinks: Record<string, () => unknown> = {
      "text as markup": () => Object.assign(document.body, { innerHTML: "<b>bold</b>" }),
      "text after an element": () => document.body.insertAdjacentHTML("beforeend", "<b>bold</b>"),
      "text as a document": () => new DOMParser().parseFromString("<b>bold</b>", "text/html"),
      "text as a frame": () =>
        Object.assign(document.createElement("iframe"), { srcdoc: "<b>bold</b>" }),
      "a script's text": () => Object.assign(script(), { text: "window.ran = true" }),
      "a script's address": () => Object.assign(script(), { src: "/desk/other.js" }),
      "a policy of one's own": () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string) => void } }
        ).trustedTypes.createPolicy("mine"),
    };
    const isTaken = (sink: () => unknown) => {
      try {
        sink();
        return true;
      } catch {
        return false;
      }
    };
    return Object.keys(sinks).filter((name) => isTaken(sinks[name]));
  });
  expect(taken).toEqual([]);
});
