// R11–R16: the page that an address leads to after a click.
import { expect, test } from "vitest";
import { prefillFrom, prefillIn, resolve } from "../src/navigation/resolve.ts";

function led(address: string) {
  const { pathname, search, hash } = new URL(address, "https://site.example");
  const { path, search: query, hash: anchor, page } = resolve({ path: pathname, search, hash });
  return `${page} ${path}${query}${anchor}`;
}

test.each([
  ["/", "home /"],
  ["/#contact", "home /#contact"],
  ["/services", "home /"],
  ["/services/plumbing-services-in-dubai", "service /services/plumbing-services-in-dubai"],
  ["/annual-maintenance-contracts", "contracts /annual-maintenance-contracts"],
  ["/contracts", "contracts /annual-maintenance-contracts"],
  ["/contracts#basic", "contracts /annual-maintenance-contracts#basic"],
  ["/about", "home /"],
  ["/contact", "home /"],
  ["/contact-us", "contact /contact-us"],
  ["/about-us", "about /about-us"],
  ["/blogs", "blog-list /blogs"],
  ["/blogs?page=2", "blog-list /blogs?page=2"],
  ["/blogs/a-post", "blog-post /blogs/a-post"],
  ["/privacy", "legal /privacy"],
  ["/terms", "legal /terms"],
])("R11–R16 %s leads to %s", (address, end) => {
  expect(led(address)).toBe(end);
});

test.each([
  ["/booking", "home /"],
  ["/booking?plan=premium", "home /?plan=premium#contact"],
  ["/booking?emergency=true", "home /?emergency=true#contact"],
  ["/booking?utm_source=x&plan=elite", "home /?utm_source=x&plan=elite#contact"],
  ["/booking?plan=gold", "home /?plan=gold"],
])("R14 %s leads to %s", (address, end) => {
  expect(led(address)).toBe(end);
});

test.each([
  ["/about-us/", "about /about-us"],
  ["/About-Us", "about /about-us"],
  ["/BLOGS/", "blog-list /blogs"],
])("R16 %s leads to its canonical address", (address, end) => {
  expect(led(address)).toBe(end);
});

test.each(["/nothing.html", "/services/a/b", "/privacy/x"])("R15 %s is not found", (address) => {
  expect(led(address)).toMatch(/^not-found /);
});

test("a page that the table doesn't know is asked for at the server", () => {
  expect(led("/Ramadan-Offer/")).toBe("page /ramadan-offer");
});

test.each([
  ["?plan=basic", "basic"],
  ["?plan=premium&x=1", "premium"],
  ["?emergency=true", "emergency"],
  ["?emergency=false", null],
  ["?plan=constructor", null],
  ["?service=plumbing-services-in-dubai", "plumbing-services-in-dubai"],
  ["?service=", null],
  ["?service=plumbing-services-in-dubai&emergency=true", "emergency"],
  ["", null],
])("R14 the prefill in the address %s is %s", (search, prefill) => {
  expect(prefillIn(search)).toBe(prefill);
});

const PLUMBING = "/services/plumbing-services-in-dubai";

test.each([
  [PLUMBING, "", "plumbing-services-in-dubai"],
  [`${PLUMBING}/`, "", "plumbing-services-in-dubai"],
  [PLUMBING, "?plan=basic", "basic"],
  [PLUMBING, "?emergency=true", "plumbing-services-in-dubai emergency"],
  [PLUMBING, "?service=painting-services-in-dubai", "painting-services-in-dubai"],
  ["/about-us", "?emergency=true", "emergency"],
  ["/services", "", null],
  ["/about-us", "", null],
  ["", "", null],
])("R4 R14 whoever comes from %s to %s starts with %s", (from, search, prefill) => {
  expect(prefillFrom(from, search)).toBe(prefill);
});
