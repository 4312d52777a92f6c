// Where a visit came from: the first touch stays, the last one is noted when the visitor comes back from elsewhere.
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => sessionStorage.clear());

/** Opens a document at `address`, from `referrer`, as a browser does: with its scripts run anew. */
async function open(address: string, referrer = "") {
  history.replaceState(null, "", address);
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  vi.resetModules();
  const visit = await import("../src/request-form/visit.ts");
  visit.rememberTouch();
  return visit.currentVisit();
}

test("the first touch is kept on the pages that follow, with all click ids", async () => {
  await open("/?utm_source=google&gclid=a&gbraid=b&wbraid=c&x=1", "https://search.example/");
  const visit = await open("/contact-us", `${location.origin}/`);
  expect(visit).toEqual({
    page: "/contact-us",
    landing: "/?utm_source=google&gclid=a&gbraid=b&wbraid=c&x=1",
    referrer: "https://search.example/",
    language: navigator.language,
    campaign: { utm_source: "google", gclid: "a", gbraid: "b", wbraid: "c" },
  });
});

test("coming back from elsewhere is the last touch, and the first one stays", async () => {
  await open("/", "https://search.example/");
  await open("/ac-services?fbclid=f", "https://social.example/post");
  const visit = await open("/contact-us", `${location.origin}/ac-services`);
  expect(visit).toMatchObject({ landing: "/", referrer: "https://search.example/" });
  expect(visit.last_landing).toBe("/ac-services?fbclid=f");
  expect(visit.last_referrer).toBe("https://social.example/post");
});

test("a reload of the first page is no second touch", async () => {
  await open("/?utm_source=news", "https://search.example/");
  const visit = await open("/?utm_source=news", "https://search.example/");
  expect(visit).not.toHaveProperty("last_landing");
});
