// Why this device doesn't ring, in words.
import type { RingFailure } from "../browser/phone.ts";

type Words = (device: "phone" | "computer") => string;

export const RING_WORDS: Record<RingFailure, Words> = {
  denied: (device) =>
    `This ${device} doesn't let the desk ring. Allow notifications for this page in its settings.`,
  "put-off": () => "That's fine. Try again when you're ready.",
  "needs-home-screen": () =>
    "On an iPhone, add the desk to the home screen first: Share, then “Add to Home Screen”.",
  unsupported: () => "This browser is too old for that. Use another one, or another phone.",
  "no-service": () =>
    "This browser's push service didn't answer. Try again, or use another browser.",
  offline: () => "The server didn't answer. Try again.",
  failed: () => "That didn't work. Try again.",
};
