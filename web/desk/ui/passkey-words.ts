// Why a passkey was not used or not added, in words.
import type { PasskeyFailure } from "../browser/passkeys.ts";

export const PASSKEY_WORDS: Record<PasskeyFailure, string> = {
  cancelled: "That's fine. Try again when you're ready.",
  unknown: "This phone isn't known here. Ask an owner for a link.",
  known: "There's a passkey here already. Next time press “Sign in”.",
  "too-many": "Too many tries. Wait 5 minutes, or use a link.",
  "too-old": "This browser is too old for that. Use another phone, or ask an owner for a link.",
  "no-lock":
    "There's no finger, face or code set up here. Set one up in the settings, then try again.",
  stale: "Your invitation was too long ago for that. Ask an owner for a new link.",
  offline: "The server didn't answer. Try again.",
  failed: "That didn't work. Try again.",
};
