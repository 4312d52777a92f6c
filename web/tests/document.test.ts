// What every served document owes: drawn by the very module that the binary runs, in an engine that has
// neither Node nor a DOM.
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import dismissed from "../src/shell/banner-dismissed.js?raw";
import { HOME } from "./fixtures/home.ts";

type Bundle = { render: (input: string) => string; routes: () => string };

let bundle: Bundle;
let html: string;
let page: Document;

/** The module's exports, run as a script: `vm` has no modules without a flag. */
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

test("the document is whole, and says nothing undefined", () => {
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr"/);
  expect(html).not.toMatch(/undefined|\[object |NaN/);
});

test("one title, one h1, one canonical address, one description (R10)", () => {
  expect(page.querySelectorAll("title")).toHaveLength(1);
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    `${HOME.site.origin}/`,
  );
  expect(page.querySelectorAll("meta[name=description]")).toHaveLength(1);
});

test("the head names the share picture by its whole address, and the page's own data does not", () => {
  const share = {
    src: "/share/index.0123abcd.png",
    media_type: "image/png",
    width: 1200,
    height: 630,
    alt: 'A "villa" & a van',
  };
  const html = rendered({ share });
  const document = new DOMParser().parseFromString(html, "text/html");
  const said = (name: string) =>
    document.head
      .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      ?.getAttribute("content");
  expect(said("og:image")).toBe(`${HOME.site.origin}${share.src}`);
  expect(said("og:image:type")).toBe("image/png");
  expect([said("og:image:width"), said("og:image:height")]).toEqual(["1200", "630"]);
  expect([said("og:image:alt"), said("twitter:image:alt")]).toEqual([share.alt, share.alt]);
  expect(document.getElementById("page-data")?.textContent).not.toContain("/share/");
  expect(rendered({})).not.toContain("og:image");
});

test("a site without a public address is drawn without a canonical one, and asks not to be found", () => {
  const nowhere = new DOMParser().parseFromString(
    rendered({ site: { ...HOME.site, origin: "" } }),
    "text/html",
  );
  expect(nowhere.querySelector("link[rel=canonical]")).toBeNull();
  expect(nowhere.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(page.querySelector("meta[name=robots]")).toBeNull();
});

test("a strict content security policy has nothing to complain about", () => {
  expect(page.querySelectorAll("[style], style")).toHaveLength(0);
  const [script, ...data] = page.querySelectorAll("script:not([src])");
  // The policy has the digest of this file, and of nothing else.
  expect(script?.textContent).toBe(dismissed);
  expect(data.map((one) => one.getAttribute("type"))).toEqual([
    "application/json",
    "application/ld+json",
  ]);
});

test("what only machines read is said once, and no file that browsers load knows of it", () => {
  const of = (text: string) => text.match(/schema\.org|og:title/g) ?? [];
  expect(of(html)).toEqual(["og:title", "schema.org"]);
  const folder = "dist/client/assets/";
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => of(readFileSync(folder + name, "utf8")).length > 0)).toEqual([]);
});

test("data in the document cannot end its script element", () => {
  const title = "</script><script>alert(1)</script>";
  const hostile = rendered({ page: { ...HOME.page, title } });
  const data = new DOMParser().parseFromString(hostile, "text/html").getElementById("page-data");
  expect(JSON.parse(data?.textContent ?? "").view.page.title).toBe(title);
  expect(hostile).not.toContain("<script>alert");
});

test("R3 the header's menu holds its entries in order, and all seven services", () => {
  const labels = [...page.querySelectorAll(".nav > ul > li > :is(a, button)")].map((entry) =>
    entry.textContent?.trim(),
  );
  expect(labels).toEqual(["Home", "Services", "Annual Contracts", "About Us", "Contact", "Blog"]);
  expect(page.querySelectorAll('.nav a[href^="/services/"]')).toHaveLength(7);
});

test("R6 the footer holds its links and the year; a network without an address is not shown", () => {
  const links = [...page.querySelectorAll("footer.foot a")].map((link) =>
    link.getAttribute("href"),
  );
  for (const path of [
    "/",
    "/annual-maintenance-contracts",
    "/about",
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

test("R17 sections stand in the order of the content", () => {
  const [first, ...others] = [...HOME.page.sections].reverse();
  const turned = rendered({ page: { ...HOME.page, sections: [first, ...others] } });
  expect(turned.indexOf("brands-heading")).toBeLessThan(turned.indexOf("hero-heading"));
  expect(html.indexOf("hero-heading")).toBeLessThan(html.indexOf("brands-heading"));
});

test("R18 the structured data holds rating, hours, currency, payment and services", () => {
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

test("R19 package cards lead to the contracts, each to its own", () => {
  const links = [...page.querySelectorAll(".plan .btn")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/contracts#basic", "/contracts#premium", "/contracts#elite"]);
  expect(page.querySelector(".plan--best")?.id, "shown until one is chosen").toBe("premium");
  expect(page.querySelector("input[name=shown-plan][checked]")).toBeNull();
});

test("R14 a wish in the address is in the served form", () => {
  const wished = rendered({ page: { ...HOME.page, wish: "premium" } });
  const form = new DOMParser().parseFromString(wished, "text/html");
  expect(form.querySelector<HTMLSelectElement>("select")?.value).toBe("Maintenance Contract");
  expect(form.querySelector("textarea")?.value).toContain("Premium");
});

test("R35 not found says so, leads home, and is not for search engines", () => {
  const missing = { ...HOME.page, page: "not-found", path: null, sections: [] };
  const document = new DOMParser().parseFromString(rendered({ page: missing }), "text/html");
  expect(document.querySelector("h1")?.textContent).toBe("Page Not Found");
  expect(document.querySelector(".message .btn")?.getAttribute("href")).toBe("/");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector("link[rel=canonical]")).toBeNull();
});

test("R36 the error screen names the status and the phone, and no stack", () => {
  const status = "500 Internal Server Error";
  const broken = { ...HOME.page, page: "error", path: null, sections: [], error: status };
  const document = new DOMParser().parseFromString(rendered({ page: broken }), "text/html");
  expect(document.querySelector("h1")?.textContent).toBe("Unexpected Application Error!");
  expect(document.querySelector(".message__status")?.textContent).toBe(status);
  expect(document.querySelector('.message a[href^="tel:"]')).not.toBeNull();
});

test("R46 the answer to a post without scripts is a page of its own with one h1", () => {
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

test("the route table is handed over as JSON", () => {
  const table = JSON.parse(bundle.routes());
  expect(table).toContainEqual({
    path: "/booking",
    redirect: "/",
    keepsPrefill: true,
    anchor: "contact",
  });
});

test("a page names the style sheets and modules of its own sections, and of no other kind", () => {
  const named = (html: string) => html.match(/assets\/[a-z-]+(?=-[\w-]{8}\.(css|js))/g) ?? [];
  const kinds = (...sections: object[]) => rendered({ page: { ...HOME.page, sections } });
  const parts = [{ label: "Prices", to: "#prices" }];
  const document = { kind: "document", note: "Draft", contents: "Here", text: "", html: "", parts };
  expect(named(html)).toContain("assets/home");
  expect(named(html)).not.toContain("assets/legal");
  expect(named(kinds(document))).toContain("assets/legal");
  expect(named(kinds(document))).not.toContain("assets/home");
});
