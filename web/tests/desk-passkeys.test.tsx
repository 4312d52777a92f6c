// Passkeys in the browser: the exchange with the server, its possible ends, and the words people read then.
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  bytesOf,
  creationOptions,
  credentialJson,
  requestOptions,
  textOf,
} from "../desk/browser/passkey-json.ts";
import { addPasskey, signIn } from "../desk/browser/passkeys.ts";
import { PasskeyCard, PasskeyLine } from "../desk/screens/passkeys/add.tsx";
import { safeNext } from "../desk/screens/passkeys/sign-in-button.tsx";
import { signIn as signInScreen } from "../desk/screens/sign-in.tsx";
import type { Me, SignIn } from "../src/contract/desk.ts";
import {
  answerWell,
  CREATION,
  desk,
  exception,
  json,
  MADE,
  ME,
  phone,
  posted,
  REQUEST,
  SIGNED,
  server,
  turnOn,
} from "./desk-phone.ts";
import { click, show } from "./render.tsx";

beforeEach(() => {
  turnOn();
  sessionStorage.clear();
});

const credential = (given: unknown) => JSON.parse(credentialJson(given as PublicKeyCredential));

describe("for browsers that know no JSON of passkeys", () => {
  test("every byte has its letters, without padding, fit for addresses", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const text = textOf(bytes.buffer);
    expect(text).toMatch(/^[\w-]+$/);
    expect([...bytesOf(text)]).toEqual([...bytes]);
    expect([...bytesOf("-_8")]).toEqual([0xfb, 0xff]);
    expect(textOf(bytesOf("").buffer)).toBe("");
  });

  test("the server's questions become bytes", () => {
    expect(requestOptions(REQUEST)).toMatchObject({
      challenge: Uint8Array.of(0xfb, 0xff),
      allowCredentials: [],
    });
    expect(creationOptions(CREATION)).toMatchObject({
      challenge: Uint8Array.of(1, 2, 3),
      rp: { name: "Amwaj" },
      user: { id: Uint8Array.of(4, 5, 6), name: ME.name },
      excludeCredentials: [{ id: Uint8Array.of(7, 8), type: "public-key" }],
    });
  });

  test("what the phone signed or made becomes letters", () => {
    const whole = { id: "AQ", rawId: "AQ", type: "public-key", clientExtensionResults: {} };
    const signed = { clientDataJSON: "Ag", authenticatorData: "Aw", signature: "BA" };
    expect(credential(SIGNED)).toEqual({ ...whole, response: { ...signed, userHandle: null } });
    const owned = { ...SIGNED.response, userHandle: bytesOf("Bg").buffer };
    expect(credential({ ...SIGNED, response: owned }).response.userHandle).toBe("Bg");
    expect(credential(MADE)).toEqual({
      ...whole,
      response: { clientDataJSON: "Ag", attestationObject: "BQ", transports: [] },
    });
  });
});

test("browsers that know them do it themselves", async () => {
  turnOn(
    Object.assign(() => {}, {
      parseRequestOptionsFromJSON: () => ({ parsed: "request" }),
      parseCreationOptionsFromJSON: () => ({ parsed: "creation" }),
    }),
  );
  phone.get.mockResolvedValue({ toJSON: () => ({ native: true }) });
  await signIn();
  await addPasskey();
  expect(phone.get).toHaveBeenCalledWith({ publicKey: { parsed: "request" } });
  expect(phone.create).toHaveBeenCalledWith({ publicKey: { parsed: "creation" } });
  expect(posted()[1]).toEqual(["/desk/sign-in/finish", { credential: '{"native":true}' }]);
});

describe("signing in", () => {
  test("asks the server, then the phone, and says whose passkey it was", async () => {
    expect(await signIn()).toEqual({ name: ME.name });
    const signed = credentialJson(SIGNED as unknown as PublicKeyCredential);
    expect(posted()).toEqual([
      ["/desk/sign-in/start", {}],
      ["/desk/sign-in/finish", { credential: signed }],
    ]);
  });

  test.each([
    ["NotAllowedError", "cancelled"],
    ["AbortError", "cancelled"],
    ["NotSupportedError", "too-old"],
    ["SecurityError", "failed"],
  ])("a phone's %s is %s", async (name, failure) => {
    phone.get.mockImplementation(exception(name));
    expect(await signIn()).toBe(failure);
    expect(posted()).toHaveLength(1);
  });

  test.each([
    [422, "unknown"],
    [429, "too-many"],
    [503, "offline"],
    [404, "failed"],
  ])("a server's %d is %s", async (status, failure) => {
    server.mockImplementation(async (action) =>
      action.endsWith("finish") ? json({}, status) : answerWell(action),
    );
    expect(await signIn()).toBe(failure);
  });

  test("without a connection, and in a browser without passkeys, nobody is asked", async () => {
    server.mockRejectedValue(new TypeError("offline"));
    expect(await signIn()).toBe("offline");
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect(await signIn()).toBe("too-old");
    expect(await addPasskey()).toBe("too-old");
    expect(phone.get).not.toHaveBeenCalled();
  });
});

test.each([
  ["a phone that has one already", "InvalidStateError", "known"],
  ["a phone without a lock", "ConstraintError", "no-lock"],
])("%s gets no second passkey", async (_, name, failure) => {
  phone.create.mockImplementation(exception(name));
  expect(await addPasskey()).toBe(failure);
});

test("a passkey is added only soon after the invitation", async () => {
  server.mockResolvedValue(json({}, 403));
  expect(await addPasskey()).toBe("stale");
  expect(phone.create).not.toHaveBeenCalled();
});

test("an answer of the phone that the server can't use is no unknown phone", async () => {
  server.mockImplementation(async (action) =>
    action.endsWith("finish") ? json({}, 422) : answerWell(action),
  );
  expect(await addPasskey()).toBe("failed");
});

test("whoever has signed in goes only to addresses of the desk", () => {
  expect(safeNext("/desk/requests/AMW-7K3F9?x=1")).toBe("/desk/requests/AMW-7K3F9?x=1");
  for (const next of ["", "/", "//elsewhere.example", "https://elsewhere.example/desk/", "/desk"])
    expect(safeNext(next), next).toBe("/desk/");
});

const SIGN_IN: SignIn = {
  nobody_yet: false,
  problem: null,
  next: "/desk/",
  passkeys: true,
  mail_link: false,
};

function screenOf(given: Partial<SignIn> = {}) {
  const screen = { name: "sign-in" as const, ...SIGN_IN, ...given };
  return <signInScreen.view desk={desk(screen, null)} screen={screen} />;
}

const buttons = () => [...document.querySelectorAll("button")].map((one) => one.textContent);
const said = (role = "alert") => document.querySelector(`[role="${role}"]`)?.textContent;

describe("the sign-in screen", () => {
  test("offers the passkey first, the code second", async () => {
    await show(screenOf());
    expect(buttons()).toEqual(["Sign in"]);
    expect(document.querySelector("a.btn--line")?.textContent).toBe("I have a link or a code");
    expect(document.querySelector("main")?.textContent).toContain("On a borrowed or new device");
  });

  test.each([{ passkeys: false }, { nobody_yet: true }])("offers none with %o", async (given) => {
    await show(screenOf(given));
    expect(buttons()).toEqual([]);
    expect(said()).toBeUndefined();
  });

  test("says why not in a browser that is too old", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    await show(screenOf());
    await click("button");
    expect(buttons()).toEqual(["Sign in"]);
    expect(said()).toBe(
      "This browser is too old for that. Use another phone, or ask an owner for a link.",
    );
  });

  test("says that the phone asks, once, and what came of it; the focus stays", async () => {
    let answer = (_: unknown) => {};
    phone.get.mockImplementation(() => new Promise((_, fail) => (answer = fail)));
    await show(screenOf());
    const button = document.querySelector("button");
    button?.focus();
    await click("button");
    await click("button");
    expect(button?.textContent).toBe("Your computer is asking…");
    expect(button?.getAttribute("aria-disabled")).toBe("true");
    await act(async () => answer(new DOMException("", "NotAllowedError")));
    expect(phone.get).toHaveBeenCalledOnce();
    expect(said()).toBe("That's fine. Try again when you're ready.");
    expect(buttons()).toEqual(["Sign in"]);
    expect(document.activeElement).toBe(button);
  });
});

describe("whoever has just come in with an invitation", () => {
  /** Answers are kept for each person. */
  let people = 0;
  const newcomer = (): Me => ({ ...ME, id: `new-${people++}`, has_passkey: false });
  const ADD = "Use this computer's finger or face";

  const onPeople = (me: Me) => (
    <>
      <PasskeyCard me={me} />
      <PasskeyLine me={me} />
    </>
  );

  test("is offered a passkey, and told when there is one", async () => {
    const me = newcomer();
    await show(onPeople(me));
    expect(buttons()).toEqual([ADD, "Not now"]);
    await click(".btn");
    await show(onPeople({ ...me, has_passkey: true }));
    expect(said("status")).toBe("Done. Next time press “Sign in”.");
    expect(document.activeElement?.textContent).toBe(said("status"));
    expect(buttons()).toEqual([]);
  });

  test("can try again", async () => {
    phone.create.mockImplementation(exception("NotAllowedError"));
    await show(<PasskeyCard me={newcomer()} />);
    await click(".btn");
    expect(said()).toBe("That's fine. Try again when you're ready.");
    expect(buttons()).toEqual([ADD, "Not now"]);
  });

  test("can put it off until the tab is closed, and finds it among their devices then", async () => {
    await show(onPeople(newcomer()));
    expect(buttons()).toEqual([ADD, "Not now"]);
    await click(".btn--bare");
    expect(buttons()).toEqual([ADD]);
    expect(document.querySelector("main")?.textContent).toContain("This computer: no passkey yet");
    expect(sessionStorage).toHaveLength(1);
  });

  test.each<[string, Partial<Me>]>([
    ["has one", { has_passkey: true }],
    ["came in long ago", { may_add_passkey: false }],
  ])("is not offered one who %s", async (_, given) => {
    await show(<PasskeyCard me={{ ...newcomer(), ...given }} />);
    expect(buttons()).toEqual([]);
  });

  test("with a passkey elsewhere, may add one here, unless it's here already", async () => {
    phone.create.mockImplementation(exception("InvalidStateError"));
    await show(onPeople({ ...newcomer(), has_passkey: true }));
    expect(buttons()).toEqual([ADD]);
    await click(".btn");
    expect(said("status")).toBe("There's a passkey here already. Next time press “Sign in”.");
    expect(buttons()).toEqual([]);
  });
});
