// Passkeys: the phone's own finger, face or code. Each use is a question of the server, the phone's answer, and what the
// server says to it.
import {
  type CreationJson,
  creationOptions,
  credentialJson,
  type RequestJson,
  requestOptions,
} from "./passkey-json.ts";
import { post } from "./server.ts";

/** Why a passkey was not used, or not added. */
export type PasskeyFailure =
  | "cancelled"
  /** It is of nobody here. */
  | "unknown"
  /** This phone has one of this person already. */
  | "known"
  | "too-many"
  | "too-old"
  /** The phone has neither finger, face nor code set up. */
  | "no-lock"
  /** The last proof of identity was too long ago. */
  | "stale"
  | "offline"
  | "failed";

/** The browser's exceptions, by name (WebAuthn level 3, 5.1.3 and 5.1.4). */
const EXCEPTIONS: Record<string, PasskeyFailure> = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "known",
  ConstraintError: "no-lock",
  NotSupportedError: "too-old",
};

/** The server's answers, by status. */
const STATUSES: Record<number, PasskeyFailure> = {
  403: "stale",
  422: "unknown",
  429: "too-many",
};

class Refusal extends Error {
  constructor(readonly failure: PasskeyFailure) {
    super(failure);
  }
}

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && navigator.credentials != null;

/** Posts a step, and reads the data of its answer. */
async function step<T>(action: string, fields: Record<string, string> = {}): Promise<T> {
  const answer = await post(action, fields).catch(() => null);
  if (!answer || answer.status >= 500) throw new Refusal("offline");
  if (!answer.ok) throw new Refusal(STATUSES[answer.status] ?? "failed");
  return answer.json();
}

/** The second step, with what the phone answered. */
async function finish<T>(action: string, credential: Credential | null): Promise<T> {
  if (!credential) throw new Refusal("cancelled");
  return step<T>(action, { credential: credentialJson(credential as PublicKeyCredential) });
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | PasskeyFailure> {
  if (!canUsePasskeys()) return "too-old";
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.failure;
    return EXCEPTIONS[(error as Error).name] ?? "failed";
  }
}

/** Signs in with a passkey, or proves anew who is signed in: whose it is, by name. */
export function signIn(): Promise<{ name: string } | PasskeyFailure> {
  return outcomeOf(async () => {
    const { publicKey } = await step<{ publicKey: RequestJson }>("/desk/sign-in/start");
    const credential = await navigator.credentials.get({ publicKey: requestOptions(publicKey) });
    return finish<{ name: string }>("/desk/sign-in/finish", credential);
  });
}

/** Adds a passkey on this device for whoever is signed in. */
export async function addPasskey(): Promise<{ added: boolean } | PasskeyFailure> {
  const outcome = await outcomeOf(async () => {
    const { publicKey } = await step<{ publicKey: CreationJson }>("/desk/passkeys/start");
    const credential = await navigator.credentials.create({
      publicKey: creationOptions(publicKey),
    });
    return finish<{ added: boolean }>("/desk/passkeys/finish", credential);
  });
  // The new passkey could not be used.
  return outcome === "unknown" ? "failed" : outcome;
}
