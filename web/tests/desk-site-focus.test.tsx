// The visible part of a photo where pages crop it: chosen on the photo itself, and put live with it or alone.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { json } from "./desk-phone.ts";
import { button, live, mistake, press, site, siteDesk, take, type } from "./desk-site.tsx";
import {
  choose,
  drawing,
  onThePicture,
  PICTURE,
  photo,
  posted,
  said,
  withPicture,
  words,
} from "./desk-site-picture.tsx";
import { show } from "./render.tsx";

onThePicture();

const PLACES = [
  ["Top left", "Top", "Top right"],
  ["Left", "Middle", "Right"],
  ["Bottom left", "Bottom", "Bottom right"],
].flat();

const places = () => [...document.querySelectorAll<HTMLInputElement>('input[name="focus"]')];
const chosen = () => places().find(({ checked }) => checked)?.ariaLabel;
const place = (name: string) => places().find(({ ariaLabel }) => ariaLabel === name);
/** The picture that the places lie over. */
const below = () => document.querySelector(".sight img")?.getAttribute("src");
const sent = () => Object.fromEntries(posted.mock.calls[0]?.[0] ?? []);
const waits = () => document.querySelector(".piece__form > .small")?.textContent;

describe("the places", () => {
  test("lie over the present photo in its rows, with the one that stays marked", async () => {
    await show(site(withPicture({ focus: "top-right" })));
    expect(document.querySelector(".sight legend")?.textContent).toBe("What should stay in sight?");
    expect(places().map(({ ariaLabel }) => ariaLabel)).toEqual(PLACES);
    expect([chosen(), below()]).toEqual(["Top right", "/house.jpg"]);
  });

  test("leave it to the page where nothing was said, also of another photo", async () => {
    await show(site(withPicture()));
    expect([chosen(), live().disabled]).toEqual([undefined, true]);
    await choose(photo());
    await type("A van.", words());
    await press(live());
    expect(sent()).toMatchObject({ focus: "", picture: expect.any(File) });
  });

  test("aren't there for a drawing, present or chosen", async () => {
    await show(site(withPicture({ is_photo: false })));
    expect(places()).toEqual([]);
    await show(site({ ...withPicture(), at: "/again" }));
    expect(places()).toHaveLength(9);
    await choose(drawing());
    expect(places()).toEqual([]);
  });

  test("lie over a photo that was chosen, and begin in its middle", async () => {
    await show(site(withPicture({ focus: "left" })));
    await press(place("Top"));
    await choose(photo());
    expect([chosen(), below(), places().length]).toEqual(["Middle", "blob:chosen", 9]);
    await press(place("Bottom"));
    await type("A van.", words());
    await press(live());
    expect(sent()).toMatchObject({ alt: "A van.", focus: "bottom", picture: expect.any(File) });
  });

  test("can't be chosen while the site can't be changed", async () => {
    await show(site({ ...withPicture(), locked: "The server can't write here." }));
    expect(places().every((input) => input.matches(":disabled"))).toBe(true);
  });
});

describe("another place alone", () => {
  test("goes live without a file, and the words that were typed still wait for one", async () => {
    posted.mockResolvedValueOnce(json(siteDesk(withPicture({ focus: "top-left" }))));
    await show(site(withPicture()));
    expect(live().disabled).toBe(true);
    await type("A van.", words());
    expect([live().disabled, waits()]).toEqual([true, expect.stringContaining("for a picture")]);
    await press(place("Top left"));
    expect(live().disabled).toBe(false);
    await act(async () => {
      live().click();
      live().click();
    });
    expect(posted).toHaveBeenCalledOnce();
    expect(sent()).toMatchObject({ at: "/", piece: PICTURE.id, focus: "top-left" });
    expect(sent()).not.toHaveProperty("picture");
    expect(take).toHaveBeenCalledOnce();
    await show(site(withPicture({ focus: "top-left" })));
    expect([chosen(), words().value, live().disabled]).toEqual(["Top left", "A van.", true]);
  });

  test("is nothing to put live once it is back where it was, or left", async () => {
    await show(site(withPicture({ focus: "left" })));
    await press(place("Right"));
    await press(place("Left"));
    expect(live().disabled).toBe(true);
    expect(document.querySelector(".pieces summary")?.textContent).not.toContain("not live yet");
    await press(place("Right"));
    await press(button("Leave it as it was"));
    expect([chosen(), live().disabled]).toEqual(["Left", true]);
  });

  test("stays chosen while somebody walks about the page, and the list says so", async () => {
    await show(site(withPicture()));
    await press(place("Right"));
    await press(button("Change only its words"));
    expect(document.querySelector(".pieces summary")?.textContent).toContain("1 not live yet");
    await press(button("Picture at the top"));
    expect([chosen(), live().disabled]).toEqual(["Right", false]);
  });

  test("that is refused stays chosen, with why", async () => {
    const refused = { value: "", problems: [mistake("Layla changed this just now")] };
    posted.mockResolvedValueOnce(json(siteDesk({ ...withPicture(), refused }), 422));
    await show(site(withPicture()));
    await press(place("Right"));
    await press(live());
    expect(said()).toContain("Layla changed this");
    expect([chosen(), live().disabled]).toEqual(["Right", false]);
  });
});
