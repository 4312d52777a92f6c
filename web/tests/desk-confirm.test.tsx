// Forms of the desk that changed nothing: typed words stay, and forms that need a fresh proof go out again after it.
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { send } from "../desk/browser/send.ts";
import { showAddress } from "../desk/browser/server.ts";
import { problem } from "../desk/screens/problem.tsx";
import { ActionsProvider, PostForm } from "../desk/ui/actions.tsx";
import type { Problem } from "../src/contract/desk.ts";
import {
  answerWell,
  desk,
  exception,
  json,
  ME,
  phone,
  posted,
  server,
  turnOn,
} from "./desk-phone.ts";
import { click, served, show } from "./render.tsx";

const INVITE = "/desk/people/invite";
const FIELDS = { name: "Aisha Rahman", role: "office", key: "one-tap-key" };

const refusal = (given: Problem, status: number) =>
  json(desk({ name: "problem", ...given }), status);

/** The first answer to the form; everything else is answered well, to whoever has the passkey. */
function firstAnswer(given: Problem, status: number, owner = ME.name): void {
  let asked = false;
  server.mockImplementation(async (action) => {
    if (action === "/desk/sign-in/finish") return json({ name: owner });
    if (action !== INVITE || asked) return answerWell(action);
    asked = true;
    return refusal(given, status);
  });
}

beforeEach(() => {
  turnOn();
  history.replaceState(null, "", "/desk/people");
});

describe("a form that needs a fresh proof", () => {
  beforeEach(() => firstAnswer({ problem: "confirm", has_passkey: true }, 403));

  test("asks for the passkey, and goes out again as it was", async () => {
    const { screen, notTaken } = await send(INVITE, FIELDS);
    expect(notTaken).toBeNull();
    expect(screen?.screen.name).toBe("people");
    expect(posted().map(([action]) => action)).toEqual([
      INVITE,
      "/desk/sign-in/start",
      "/desk/sign-in/finish",
      INVITE,
    ]);
    expect(posted()[3]).toEqual(posted()[0]);
  });

  test("leaves the screen as it is when it's cancelled", async () => {
    phone.get.mockImplementation(exception("NotAllowedError"));
    expect(await send(INVITE, FIELDS)).toEqual({
      screen: null,
      notTaken: { why: "unconfirmed", failure: "cancelled" },
    });
    expect(posted().filter(([action]) => action === INVITE)).toHaveLength(1);
  });

  test("isn't sent for somebody whose passkey was another person's", async () => {
    firstAnswer({ problem: "confirm", has_passkey: true }, 403, "Khalid");
    const { screen, notTaken } = await send(INVITE, FIELDS);
    expect(notTaken).toEqual({ why: "somebody-else", name: "Khalid" });
    expect(screen?.screen.name).toBe("people");
    expect(posted().filter(([action]) => action === INVITE)).toHaveLength(1);
  });
});

test("without any passkey, the screen says who may do it", async () => {
  firstAnswer({ problem: "confirm", has_passkey: false }, 403);
  const { screen, notTaken } = await send(INVITE, FIELDS);
  expect(notTaken).toBeNull();
  expect(screen?.screen).toMatchObject({ name: "problem", problem: "confirm" });
  expect(phone.get).not.toHaveBeenCalled();
});

test.each<[string, Problem, number, object]>([
  [
    "can't be used",
    { problem: "invalid", text: "Too long." },
    422,
    { why: "invalid", text: "Too long." },
  ],
  ["can't be stored", { problem: "away" }, 503, { why: "away" }],
])("what %s keeps the screen", async (_, given, status, notTaken) => {
  firstAnswer(given, status);
  expect(await send(INVITE, FIELDS)).toEqual({ screen: null, notTaken });
});

test("whoever must sign in comes back to where the form was", async () => {
  const screen = {
    name: "sign-in",
    nobody_yet: false,
    problem: "ended",
    next: INVITE,
    passkeys: true,
    mail_link: false,
  } as const;
  server.mockResolvedValue(json(desk(screen, null), 401));
  expect((await send(INVITE, FIELDS)).screen?.screen).toMatchObject({ next: "/desk/people" });
});

test("that somebody has just signed in leaves the address", () => {
  showAddress("/desk/?signed-in=true");
  expect(location.pathname + location.search).toBe("/desk/");
  showAddress("/desk/?show=all&signed-in=true#main");
  expect(location.search + location.hash).toBe("?show=all#main");
});

describe("on the screen", () => {
  const onSent = vi.fn();
  const form = (
    <ActionsProvider
      value={{
        send: async (action, fields) => (await send(action, fields)).notTaken,
        drop: () => {},
        take: () => {},
        dismiss: () => {},
      }}
    >
      <PostForm action={INVITE} onSent={onSent}>
        <input name="name" />
      </PostForm>
    </ActionsProvider>
  );
  const alert = () => document.querySelector('[role="alert"]')?.textContent;
  const field = () => document.querySelector<HTMLInputElement>("input[name=name]");

  async function submit(name: string) {
    onSent.mockReset();
    await show(form);
    const typed = field();
    if (typed) typed.value = name;
    await act(async () => document.querySelector("form")?.requestSubmit());
  }

  test("a cancelled proof is told, and tried again with the same key", async () => {
    firstAnswer({ problem: "confirm", has_passkey: true }, 403);
    phone.get.mockImplementationOnce(exception("NotAllowedError"));
    await submit("Aisha Rahman");
    expect(alert()).toBe("That's fine. Nothing was changed.Try again");
    expect(field()?.value).toBe("Aisha Rahman");
    expect(onSent).not.toHaveBeenCalled();
    await click(".toast .btn");
    expect(alert()).toBeUndefined();
    expect(onSent).toHaveBeenCalledOnce();
    const invited = posted().filter(([action]) => action === INVITE);
    expect(invited[1]).toEqual(invited[0]);
  });

  test("what can't be used is told, and stays to be corrected", async () => {
    firstAnswer({ problem: "invalid", text: "There is an Aisha already." }, 422);
    await submit("Aisha Rahman");
    expect(alert()).toBe("There is an Aisha already.");
    expect(field()?.value).toBe("Aisha Rahman");
    expect(document.querySelector(".toast .btn")).toBeNull();
    await click(".toast .icb");
    expect(alert()).toBeUndefined();
    expect(onSent).not.toHaveBeenCalled();
  });
});

describe("the page that asks who it is", () => {
  const page = (has_passkey: boolean) => {
    const screen = { name: "problem", problem: "confirm", has_passkey } as const;
    return <problem.view desk={desk(screen)} screen={screen} />;
  };

  test("says who may do it, where there's no passkey", () => {
    expect(served(page(false)).body.textContent).toContain("type amwaj staff invite on the server");
  });

  test("asks, and says what came of it", async () => {
    phone.get.mockImplementation(exception("NotAllowedError"));
    await show(page(true));
    expect(document.querySelector("h1")?.textContent).toBe("First, confirm it's you");
    expect(document.querySelector("button")?.textContent).toBe("Confirm with your finger or face");
    await click("button");
    expect(document.querySelector('[role="alert"]')?.textContent).toContain("That's fine.");
  });
});
