// R33: the map is an illustration; the live map loads only when the visitor asks for it.
import { expect, test } from "vitest";
import { MapBanner } from "../src/sections/map-banner.tsx";
import { click, served, show } from "./render.tsx";

const SECTION = {
  crumbs: [{ label: "Home", to: "/" }],
  here: "Contact",
  heading: "Talk to a person",
  lead: "By phone, or with the form.",
  primary: { label: "Call now", to: "call" },
  secondary: { label: "WhatsApp", to: "chat" },
  picture: { alt: "The office", src: "/media/map.svg", width: 960, height: 640 },
  picture_narrow: { alt: "", src: "/media/n.svg", width: 390, height: 352 },
  show: "Show the live map",
  directions: "Get directions",
  map_label: "Map of the office",
};

const DIRECTIONS = "a[href^='https://www.google.com/maps/search/']";

test("nothing loads from another site before the visitor asks for the map (R33)", async () => {
  await show(<MapBanner section={SECTION} />);
  expect(document.querySelector("iframe")).toBeNull();
  expect(document.querySelector("img")?.getAttribute("src")).toBe("/media/map.svg");
});

test("the button replaces the illustration with the live map, which has a title and the focus (R33)", async () => {
  await show(<MapBanner section={SECTION} />);
  await click("button");
  const frame = document.querySelector("iframe");
  expect(frame?.title).toBe("Map of the office");
  expect(frame?.src).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?/);
  expect(frame?.src).toContain("marker=25.078%2C55.134");
  expect(document.activeElement).toBe(frame);
  expect(document.querySelector("img")).toBeNull();
});

test("the directions link is there before and after (R33)", async () => {
  await show(<MapBanner section={SECTION} />);
  expect(document.querySelectorAll(DIRECTIONS)).toHaveLength(1);
  await click("button");
  expect(document.querySelectorAll(DIRECTIONS)).toHaveLength(1);
});

test("without scripts the button is a link to the map on OpenStreetMap (R33)", () => {
  const page = served(<MapBanner section={SECTION} />);
  const link = page.querySelector(".mapbox a");
  expect(link?.textContent).toBe("Show the live map");
  expect(link?.getAttribute("href")).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=25\.078/);
  expect(link?.getAttribute("target")).toBe("_blank");
});

test("the breadcrumb ends at this page, and there is one h1 (R33)", () => {
  const page = served(<MapBanner section={SECTION} />);
  const crumbs = [...page.querySelectorAll(".crumbs li")];
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(["Home", "Contact"]);
  expect(crumbs.at(-1)?.getAttribute("aria-current")).toBe("page");
  expect(page.querySelectorAll("h1")).toHaveLength(1);
});
