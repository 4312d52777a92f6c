// R36: an error while a page renders shows the error screen, with the phone number and no stack trace.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "../src/pages/error-boundary.tsx";
import { SiteProvider } from "../src/ui/site.tsx";
import { HOME } from "./fixtures/home.ts";

function Broken(): never {
  throw new Error("The page is broken");
}

test("R36 a page that throws shows the error screen with the message and a call link", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const root = createRoot(document.body, { onCaughtError: () => {} });
  await act(async () =>
    root.render(
      <SiteProvider value={HOME.site}>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </SiteProvider>,
    ),
  );
  expect(document.querySelector("h1")?.textContent).toBe("Unexpected Application Error!");
  expect(document.querySelector(".message__status")?.textContent).toBe("The page is broken");
  expect(document.querySelector('a[href^="tel:"]')).not.toBeNull();
  expect(document.body.textContent).not.toContain(" at ");
});
