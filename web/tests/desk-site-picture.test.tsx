// A picture of a page: a tap chooses it, another one takes its place, and what the check refuses stays where it was typed.
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import { json } from "./desk-phone.ts";
import {
  button,
  heading,
  live,
  load,
  mistake,
  press,
  site,
  siteDesk,
  take,
  tap,
  type,
} from "./desk-site.tsx";
import {
  choose,
  drawing,
  onThePicture,
  PAGE,
  PICTURE,
  photo,
  posted,
  said,
  WITH_PICTURE,
  words,
} from "./desk-site-picture.tsx";
import { show } from "./render.tsx";

onThePicture();

const images = () => [...document.querySelectorAll(".shots img")].map((i) => i.getAttribute("src"));

test("a tap on an image chooses the picture, and from there its words", async () => {
  await show(site({ ...WITH_PICTURE, chosen: null }));
  await load(PAGE);
  await tap("img");
  expect(heading()).toBe("Picture at the top");
  expect(images()).toEqual(["/house.jpg"]);
  await press(button("Change only its words"));
  expect(heading()).toBe("What the picture shows");
});

describe("another picture", () => {
  test("is shown beside the present one with its size, and waits for what it shows", async () => {
    await show(site(WITH_PICTURE));
    expect([words().value, live().disabled]).toEqual(["", true]);
    await choose(photo());
    expect(images()).toEqual(["/house.jpg", "blob:chosen"]);
    expect(document.querySelector(".shots")?.textContent).toContain("IMG_1.jpg, 4.1 MB");
    expect(live().disabled).toBe(true);
    expect(document.querySelector(".piece__form")?.textContent).toContain(
      "waits for what it shows",
    );
    await type("A van.", words());
    expect(live().disabled).toBe(false);
  });

  test("that is a drawing may say nothing", async () => {
    await show(site(WITH_PICTURE));
    await choose(drawing());
    expect(live().disabled).toBe(false);
  });

  test("that this browser can't show says so", async () => {
    await show(site(WITH_PICTURE));
    await choose(photo("IMG_1.HEIC"));
    const preview = document.querySelectorAll(".shots img")[1];
    await act(async () => preview?.dispatchEvent(new Event("error")));
    expect(document.querySelector(".shots")?.textContent).toContain("This browser can't show it.");
  });

  test("stays chosen while somebody walks about the page", async () => {
    await show(site(WITH_PICTURE));
    await choose(photo());
    await type("A van.", words());
    await press(button("Change only its words"));
    expect(document.querySelector(".pieces summary")?.textContent).toContain("1 not live yet");
    await press(button("Picture at the top"));
    expect(document.querySelector(".shots")?.textContent).toContain("IMG_1.jpg");
    expect(words().value).toBe("A van.");
    await press(button("Leave it as it was"));
    expect([images().length, words().value]).toEqual([1, ""]);
  });
});

describe("put live", () => {
  test("is sent once, says so meanwhile, and then the screen is the server's", async () => {
    let answer = (_: Response) => {};
    posted.mockReturnValueOnce(new Promise((done) => (answer = done)));
    await show(site(WITH_PICTURE));
    await choose(photo());
    await type("A van.", words());
    await act(async () => {
      live().click();
      live().click();
    });
    expect(posted).toHaveBeenCalledOnce();
    expect([live().textContent, live().disabled]).toEqual(["Sending 4.1 MB…", true]);
    expect(document.querySelector('.piece__form [role="status"].small')?.textContent).toContain(
      "a few seconds",
    );
    const fields = posted.mock.calls[0]?.[0] as FormData;
    expect(["at", "piece", "alt"].map((name) => fields.get(name))).toEqual([
      "/",
      PICTURE.id,
      "A van.",
    ]);
    expect((fields.get("picture") as File).name).toBe("IMG_1.jpg");
    await act(async () => answer(json(siteDesk(WITH_PICTURE))));
    expect(take).toHaveBeenCalledOnce();
    expect([images().length, words().value, live().textContent]).toEqual([1, "", "Put it live"]);
  });

  test("refused: why stands under the field, and the file and the words stay", async () => {
    const problems = [mistake("picture `IMG_1.HEIC` is HEIC, which browsers don't show")];
    const refused = { ...WITH_PICTURE, refused: { value: "A van.", problems } };
    posted.mockResolvedValueOnce(json(siteDesk(refused), 422));
    await show(site(WITH_PICTURE));
    await choose(photo("IMG_1.HEIC"));
    await type("A van.", words());
    await press(live());
    await show(site(refused));
    expect(said()).toContain("is HEIC, which browsers don't show");
    expect([words().value, images().length, live().disabled]).toEqual(["A van.", 2, false]);
    await choose(photo());
    expect(said()).toBe("");
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    ["the server is away", () => Promise.reject(new TypeError("offline")), "didn't answer"],
    [
      "the file is too large for it",
      async () =>
        json({
          ...siteDesk(),
          screen: { name: "problem", problem: "invalid", text: "Too large." },
        }),
      "Too large.",
    ],
  ])("says when %s, and keeps the file", async (_, answer, sentence) => {
    posted.mockImplementationOnce(answer);
    await show(site(WITH_PICTURE));
    await choose(photo());
    await type("A van.", words());
    await press(live());
    expect(document.querySelector(".complaint--warn")?.textContent).toContain(sentence);
    expect([images().length, live().disabled]).toEqual([2, false]);
    expect(take).not.toHaveBeenCalled();
  });

  test("isn't possible while the site can't be changed", async () => {
    await show(site({ ...WITH_PICTURE, locked: "The server can't write here." }));
    expect(words().matches(":disabled")).toBe(true);
    await choose(drawing());
    expect(live().disabled).toBe(true);
  });
});

test("phones other than Apple's offer HEIC; Apple's send a JPEG where it isn't named", async () => {
  const accepted = () => document.querySelector('input[type="file"]')?.getAttribute("accept");
  await show(site(WITH_PICTURE));
  expect(accepted()).toBe("image/jpeg,image/png,image/webp,image/svg+xml,.heic");
  vi.spyOn(navigator, "platform", "get").mockReturnValue("iPhone");
  await show(site({ ...WITH_PICTURE, at: "/again" }));
  expect(accepted()).not.toContain("heic");
  vi.restoreAllMocks();
});
