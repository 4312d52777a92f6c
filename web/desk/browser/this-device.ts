// Tells whether this page is on a phone or a computer.

export const thisDevice = (): "phone" | "computer" =>
  /android|iphone|ipad|mobile/i.test(navigator.userAgent) ? "phone" : "computer";
