// Contents of every served document: rendered by the bundle that the binary runs, in a context without Node's APIs and
// without a DOM.
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { HOME } from "./fixtures/home.ts";

type Bundle = { render: (input: string) => string; routes: () => string };

let bundle: Bundle;
let html: string;
let page: Document;

/** The module's exports; it runs as a script, because node:vm has modules only behind a flag. */
function load(path: string): Bundle {
  const source = readFileSync(path, "utf8").replace(
    /export\s*\{([^}]*)\};?\s*$/,
    (_, names: string) => {
      const pairs = names.split(",").map((name) => name.trim().split(/\s+as\s+/));
      return `({${pairs.map(([local, exported = local]) => `${exported}: ${local}`).join(",")}})`;
    },
  );
  return runInContext(source, createContext({})) as Bundle;
}

const rendered = (changes: object) => bundle.render(JSON.stringify({ ...HOME, ...changes }));

beforeAll(() => {
  bundle = load("dist/server/render.js");
  html = rendered({});
  page = new DOMParser().parseFromString(html, "text/html");
});

test("the document is complete, and contains no undefined values", () => {
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr"/);
  expect(html).not.toMatch(/undefined|\[object |NaN/);
});

test("one title, one h1, one canonical link, one description (R10)", () => {
  expect(page.querySelectorAll("title")).toHaveLength(1);
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    `${HOME.site.origin}/`,
  );
  expect(page.querySelectorAll("meta[name=description]")).toHaveLength(1);
});

test("the head names the share picture by its absolute URL; the page's data does not contain it", () => {
  const share = {
    src: "/share/index.0123abcd.png",
    media_type: "image/png",
    width: 1200,
    height: 630,
    alt: 'A "villa" & a van',
  };
  const html = rendered({ share, data: { ...HOME.data, page: null } });
  const document = new DOMParser().parseFromString(html, "text/html");
  const contentOf = (name: string) =>
    document.head
      .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      ?.getAttribute("content");
  expect(contentOf("og:image")).toBe(`${HOME.site.origin}${share.src}`);
  expect([contentOf("og:image:width"), contentOf("og:image:height")]).toEqual(["1200", "630"]);
  expect(contentOf("og:image:alt")).toBe(share.alt);
  expect(document.getElementById("page-data")?.textContent).toContain("sections");
  expect(document.getElementById("page-data")?.textContent).not.toContain("/share/");
  expect(rendered({})).not.toContain("og:image");
});

test("a site without a public address is noindex, with the same head as any other (R10, R18)", () => {
  const origin = "http://127.0.0.1:8080";
  const local = new DOMParser().parseFromString(
    rendered({ site: { ...HOME.site, origin, robots: "noindex" } }),
    "text/html",
  );
  expect(local.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(local.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${origin}/`);
  expect(local.querySelector('script[type="application/ld+json"]')).not.toBeNull();
  expect(page.querySelector("meta[name=robots]")).toBeNull();
});

test("the document complies with a strict content security policy", () => {
  expect(page.querySelectorAll("[style]")).toHaveLength(0);
  // The policy lists the hashes of these texts, and no others.
  const inline = JSON.parse(readFileSync("dist/server/inline.json", "utf8"));
  const [script, ...data] = page.querySelectorAll("script:not([src])");
  expect(script?.textContent).toBe(inline.script);
  expect(data.map((one) => one.getAttribute("type"))).toEqual(["application/ld+json"]);
  const styles = [...page.querySelectorAll("style")].map(({ textContent }) => textContent);
  expect(styles).toHaveLength(2);
  for (const style of styles) expect(inline.styles).toContain(style);
});

test("style sheets don't hold up a page whose first screen has its styles, and come without scripts too", () => {
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, at]) => at);
  expect(sheets.length).toBeGreaterThan(1);
  expect(html.replace(/<noscript>.*?<\/noscript>/s, "")).not.toContain('rel="stylesheet"');
  expect(page.querySelector("script[data-styles]")?.getAttribute("data-styles")).toBe(
    sheets.join(" "),
  );
});

test("a page without a first screen of its own, such as the answer to a form, waits for its style sheets", () => {
  const sections = HOME.page.sections.filter(({ kind }) => kind === "request");
  const answer = new DOMParser().parseFromString(
    rendered({ page: { ...HOME.page, sections } }),
    "text/html",
  );
  expect(answer.querySelectorAll("head > link[rel=stylesheet]").length).toBeGreaterThan(0);
  expect(answer.querySelectorAll("style, noscript, [data-styles]")).toHaveLength(0);
});

test("the document has the icons that it shows, and no others", () => {
  const names = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name]) => name);
  const shown = new Set(names(/href="#i-([\w-]+)"/g));
  expect(shown.size).toBeGreaterThan(10);
  expect(new Set(names(/<symbol id="i-([\w-]+)"/g))).toEqual(shown);
});

test("metadata for machines is in the document once, and in no file of the browser's bundle", () => {
  const of = (text: string) => text.match(/schema\.org|og:title/g) ?? [];
  expect(of(html)).toEqual(["og:title", "schema.org"]);
  const folder = "dist/client/assets/";
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => of(readFileSync(folder + name, "utf8")).length > 0)).toEqual([]);
});

test("page data cannot close its script element", () => {
  const title = "</script><script>alert(1)</script>";
  const hostile = rendered({ page: { ...HOME.page, title }, data: { ...HOME.data, page: null } });
  const data = new DOMParser().parseFromString(hostile, "text/html").getElementById("page-data");
  expect(JSON.parse(data?.textContent ?? "").page.title).toBe(title);
  expect(hostile).not.toContain("<script>alert");
});

test("R3 the header's menu has its entries in order, and all seven services", () => {
  const labels = [...page.querySelectorAll(".nav > ul > li > :is(a, button)")].map((entry) =>
    entry.textContent?.trim(),
  );
  expect(labels).toEqual(["Home", "Services", "Annual Contracts", "About Us", "Contact", "Blog"]);
  expect(page.querySelectorAll('.nav a[href^="/services/"]')).toHaveLength(7);
});

test("R6 the footer has its links and the year; a social network without an address is not shown", () => {
  const links = [...page.querySelectorAll("footer.foot a")].map((link) =>
    link.getAttribute("href"),
  );
  for (const path of [
    "/",
    "/annual-maintenance-contracts",
    "/about#about",
    "/blogs",
    "/privacy",
    "/terms",
  ]) {
    expect(links).toContain(path);
  }
  expect(links.filter((link) => link?.startsWith("/services/"))).toHaveLength(5);
  expect(page.querySelector("footer.foot")?.textContent).toContain(`© ${HOME.site.year}`);
  expect(page.querySelectorAll(".foot__social a")).toHaveLength(0);
});

test("R17 sections are in the order of the content", () => {
  const [first, ...others] = [...HOME.page.sections].reverse();
  const reordered = rendered({ page: { ...HOME.page, sections: [first, ...others] } });
  expect(reordered.indexOf("brands-heading")).toBeLessThan(reordered.indexOf("hero-heading"));
  expect(html.indexOf("hero-heading")).toBeLessThan(html.indexOf("brands-heading"));
});

test("R18 the structured data has rating, hours, currency, payment and services", () => {
  const json = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
  const [business] = JSON.parse(json)["@graph"];
  expect(business).toMatchObject({
    "@type": "HomeAndConstructionBusiness",
    aggregateRating: { ratingValue: 4.8, ratingCount: 35 },
    openingHours: "Mo-Fr 09:00-18:00",
    currenciesAccepted: "AED",
    paymentAccepted: "Cash, Credit Card",
  });
  expect(business.hasOfferCatalog.itemListElement).toHaveLength(7);
});

test("R18 several groups of days are a list for search engines, and without special days nothing is said of them", () => {
  const structured = ["Mo-Th 08:00-18:00", "Fr 08:00-12:00"];
  const { company } = HOME.site;
  const hours = { ...company.hours, structured };
  const said = rendered({ site: { ...HOME.site, company: { ...company, hours } } });
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(said)?.[1] ?? "";
  const [business] = JSON.parse(json)["@graph"];
  expect(business.openingHours).toEqual(structured);
  expect(business).not.toHaveProperty("specialOpeningHoursSpecification");
});

test("R19 package cards link to the contracts, each to its own plan", () => {
  const links = [...page.querySelectorAll(".plan .btn")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/contracts#basic", "/contracts#premium", "/contracts#elite"]);
  expect(page.querySelector(".plan--best")?.id, "shown until one is chosen").toBe("premium");
  expect(page.querySelector("input[name=shown-plan][checked]")).toBeNull();
});

test("R14 a prefill in the address is in the served form", () => {
  const html = rendered({ page: { ...HOME.page, wish: "premium" } });
  const form = new DOMParser().parseFromString(html, "text/html");
  expect(form.querySelector<HTMLSelectElement>("select")?.value).toBe("Maintenance Contract");
  expect(form.querySelector("textarea")?.value).toContain("Premium");
});

test("R35 the not-found page says so, links home, and is noindex", () => {
  const missing = { ...HOME.page, page: "not-found", path: null, sections: [] };
  const document = new DOMParser().parseFromString(rendered({ page: missing }), "text/html");
  expect(document.querySelector("h1")?.textContent).toBe("Page Not Found");
  expect(document.querySelector(".message .btn")?.getAttribute("href")).toBe("/");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector("link[rel=canonical]")).toBeNull();
});

test("R36 the error screen has the status and the phone number, and no stack trace", () => {
  const status = "500 Internal Server Error";
  const broken = { ...HOME.page, page: "error", path: null, sections: [], error: status };
  const document = new DOMParser().parseFromString(rendered({ page: broken }), "text/html");
  expect(document.querySelector("h1")?.textContent).toBe("Unexpected Application Error!");
  expect(document.querySelector(".message__status")?.textContent).toBe(status);
  expect(document.querySelector('.message a[href^="tel:"]')).not.toBeNull();
});

test("R46 the answer to a form post without scripts is a page with one h1", () => {
  const sections = HOME.page.sections.filter(({ kind }) => kind === "request");
  const answer = {
    outcome: "sent",
    sentence: null,
    reference: "AMW-7K2M",
    missing: [],
    values: { name: "", phone: "", service: "", message: "" },
    key: "k",
  };
  const answered = { ...HOME.page, page: "request-answer", path: null, sections };
  const text = rendered({ page: answered, answer });
  const document = new DOMParser().parseFromString(text, "text/html");
  expect(document.querySelectorAll("h1")).toHaveLength(1);
  expect(document.querySelector(".status--done")?.textContent).toContain("AMW-7K2M");
});

test("the bundle exports the route table as JSON", () => {
  const table = JSON.parse(bundle.routes());
  expect(table).toContainEqual({
    path: "/booking",
    redirect: "/",
    keepsPrefill: true,
    anchor: "contact",
  });
});

test("a page links the style sheets and modules of its own sections only", () => {
  const named = (html: string) => html.match(/assets\/[a-z-]+(?=-[\w-]{8}\.(css|js))/g) ?? [];
  const kinds = (...sections: object[]) => rendered({ page: { ...HOME.page, sections } });
  const parts = [{ label: "Prices", to: "#prices" }];
  const document = { kind: "document", note: "Draft", contents: "Here", text: "", html: "", parts };
  expect(named(html)).toContain("assets/home");
  expect(named(html)).not.toContain("assets/legal");
  expect(named(kinds(document))).toContain("assets/legal");
  expect(named(kinds(document))).not.toContain("assets/home");
});
