// The markup of illustrations and photos.
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test, vi } from "vitest";
import type { Picture } from "../src/contract/content.ts";
import { Drawing } from "../src/ui/drawing.tsx";

const DRAWING: Picture = {
  alt: "",
  src: "/media/illustrations/team.0.svg",
  width: 8,
  height: 6,
};
const PHOTO: Picture = {
  alt: "Four people beside a van",
  src: "/media/images/team-800.0.jpg",
  srcset: "/media/images/team-480.0.webp 480w, /media/images/team-800.0.webp 800w",
  width: 800,
  height: 600,
};

beforeAll(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

/** The markup after rendering in a browser. */
async function markupOf(picture: ReactNode) {
  const place = document.createElement("div");
  await act(async () => createRoot(place).render(picture));
  return place.innerHTML;
}

test("an illustration is a plain img element", async () => {
  expect(await markupOf(<Drawing picture={DRAWING} />)).toBe(
    '<img width="8" height="6" alt="" loading="lazy" decoding="async" src="/media/illustrations/team.0.svg">',
  );
});

test("a photo is offered as WebP in several widths, with a JPEG fallback", async () => {
  expect(await markupOf(<Drawing picture={PHOTO} sizes="25vw" />)).toBe(
    `<picture><source type="image/webp" srcset="${PHOTO.srcset}" sizes="25vw">` +
      '<img width="800" height="600" alt="Four people beside a van" loading="lazy" decoding="async"' +
      ' src="/media/images/team-800.0.jpg"></picture>',
  );
});

test("an illustration for narrow screens is in one picture element with the wide one", async () => {
  expect(await markupOf(<Drawing picture={DRAWING} narrow={DRAWING} eager />)).toBe(
    '<picture><source media="(max-width: 47.99rem)" srcset="/media/illustrations/team.0.svg"' +
      ' width="8" height="6"><img width="8" height="6" alt="" fetchpriority="low"' +
      ' src="/media/illustrations/team.0.svg"></picture>',
  );
});

test("sources for narrow screens come before the wide photo", async () => {
  const html = await markupOf(<Drawing picture={PHOTO} narrow={PHOTO} eager />);
  const sources = [...html.matchAll(/<source[^>]*>/g)].map(([source]) => source);
  expect(sources.map((source) => source.includes("media="))).toEqual([true, true, false]);
  expect(sources.map((source) => source.includes("image/webp"))).toEqual([true, false, true]);
});

test("what should stay in sight of a photo is on its image, and on no other", async () => {
  const html = await markupOf(<Drawing picture={{ ...PHOTO, focus: "top-left" }} />);
  expect(html.match(/<\w+[^>]* data-focus="top-left"/g)?.map((tag) => tag.slice(1, 4))).toEqual([
    "img",
  ]);
  expect(await markupOf(<Drawing picture={PHOTO} />)).not.toContain("data-focus");
});
