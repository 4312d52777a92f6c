// Debian's Chromium for the scripts: where it is, and the flags that keep it from the network.

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
