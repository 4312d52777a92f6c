// A phone that has passkeys, and a server, as tests of the desk need them.
import { vi } from "vitest";
import { bytesOf } from "../desk/browser/passkey-json.ts";
import type { Desk, Me, Screen } from "../src/contract/desk.ts";

export const ME: Me = {
  id: "a1",
  name: "Mariam Haddad",
  roles: ["owner"],
  places: ["requests", "held", "numbers", "people"],
  waiting: 0,
  held: 0,
  has_passkey: true,
  may_add_passkey: true,
  push_key: null,
  rings: false,
};

export const desk = (screen: Screen, me: Me | null = ME): Desk => ({
  now: 0,
  company: "Amwaj",
  me,
  screen,
  notice: null,
});

export const json = (data: unknown, status = 200) =>
  new Response(JSON.stringify(data), {
    status,
    headers: { "content-type": "application/json" },
  });

export const REQUEST = { challenge: "-_8" };
export const CREATION = {
  challenge: "AQID",
  rp: { name: "Amwaj" },
  user: { id: "BAUG", name: "Mariam Haddad", displayName: "Mariam Haddad" },
  excludeCredentials: [{ id: "Bwg", type: "public-key" }],
};

const buffer = (text: string) => bytesOf(text).buffer;

/** Answer of an older phone: nothing of it is JSON. */
export const SIGNED = {
  id: "AQ",
  rawId: buffer("AQ"),
  type: "public-key",
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: buffer("Ag"),
    authenticatorData: buffer("Aw"),
    signature: buffer("BA"),
    userHandle: null as ArrayBuffer | null,
  },
};
export const MADE = {
  ...SIGNED,
  response: { clientDataJSON: buffer("Ag"), attestationObject: buffer("BQ") },
};

type Options = { publicKey: Record<string, unknown> };

/** Answers of the phone; by default, as its owner wishes. */
export const phone = {
  get: vi.fn<(options: Options) => Promise<unknown>>(),
  create: vi.fn<(options: Options) => Promise<unknown>>(),
};

/** The server's answer to a form posted to an address. */
export const server = vi.fn<(action: string, fields: URLSearchParams) => Promise<Response>>();

/** Every form that was posted: where to, and its fields. */
export const posted = () =>
  server.mock.calls.map(([action, fields]) => [action, Object.fromEntries(fields)] as const);

export const exception = (name: string) => async () => {
  throw new DOMException("", name);
};

/** A phone and a server that answer each step well. */
export function turnOn(PublicKeyCredential: object = class {}): void {
  phone.get.mockReset().mockImplementation(async () => SIGNED);
  phone.create.mockReset().mockImplementation(async () => MADE);
  server.mockReset().mockImplementation(answerWell);
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
  vi.stubGlobal("fetch", (action: string, { body }: { body?: URLSearchParams } = {}) =>
    server(action, body ?? new URLSearchParams()),
  );
  Object.defineProperty(navigator, "credentials", { value: phone, configurable: true });
}

export async function answerWell(action: string): Promise<Response> {
  switch (action) {
    case "/desk/sign-in/start":
      return json({ publicKey: REQUEST });
    case "/desk/sign-in/finish":
      return json({ name: ME.name });
    case "/desk/passkeys/start":
      return json({ publicKey: CREATION });
    case "/desk/passkeys/finish":
      return json({ added: true });
    default:
      return json(desk({ name: "people", people: [], may_invite: true, invitation: null }));
  }
}
