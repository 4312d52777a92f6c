// A picture of a page, as tests of the desk need it: its piece, files for it, and a server that takes them.
import { act } from "react";
import { beforeEach, vi } from "vitest";
import type { SitePicture, SitePiece } from "../src/contract/desk.ts";
import { json } from "./desk-phone.ts";
import { ALT, onThePage, SCREEN, siteDesk } from "./desk-site.tsx";

const HOUSE: SitePicture = {
  src: "/house.jpg",
  width: 1200,
  height: 800,
  alt: "A house.",
  is_photo: true,
  focus: "",
};
export const PICTURE: SitePiece = {
  ...ALT,
  id: "pages/home.toml:picture",
  name: "Picture at the top",
  kind: "picture",
  value: "images/house.jpg",
  shown: "images/house.jpg",
  place: "page",
  picture: HOUSE,
};
export const WORDS: SitePiece = { ...ALT, id: `${PICTURE.id}.alt` };

/** The screen with a picture like this chosen. */
export const withPicture = (changes: Partial<SitePicture> = {}) => ({
  pieces: [...SCREEN.pieces, { ...PICTURE, picture: { ...HOUSE, ...changes } }, WORDS],
  chosen: PICTURE.id,
});
export const WITH_PICTURE = withPicture();
export const PAGE = `<body><img data-at-in="${WORDS.id} ${PICTURE.id}"></body>`;

/** The server's answer to a picture. */
export const posted = vi.fn<(body: FormData) => Promise<Response>>();

/** Before and after each test of a file. */
export function onThePicture(): void {
  onThePage();
  beforeEach(() => {
    posted.mockReset().mockImplementation(async () => json(siteDesk(WITH_PICTURE)));
    vi.stubGlobal("fetch", async (action: string, { body }: { body?: FormData } = {}) =>
      action === "/desk/site/picture" && body ? posted(body) : new Response(PAGE),
    );
    URL.createObjectURL = () => "blob:chosen";
    URL.revokeObjectURL = vi.fn();
  });
}

export const photo = (name = "IMG_1.jpg", size = 4_100_000) =>
  Object.defineProperty(new File(["…"], name, { type: "image/jpeg" }), "size", { value: size });
export const drawing = () => new File(["<svg/>"], "plan.svg", { type: "image/svg+xml" });

export async function choose(file: File): Promise<void> {
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
}

export const words = () => document.querySelector(".piece__form textarea") as HTMLTextAreaElement;
export const said = () => document.querySelector(".complaints")?.textContent;
