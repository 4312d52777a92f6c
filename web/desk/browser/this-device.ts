// What one calls the device that shows this page.

export const thisDevice = (): "phone" | "computer" =>
  /android|iphone|ipad|mobile/i.test(navigator.userAgent) ? "phone" : "computer";
