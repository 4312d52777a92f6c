// Trusted Types: the desk's policy forbids text to become a document or a script's address (`require-trusted-types-for`).
// The two places that need it come through here; nobody else can make a policy.

type Policy = { createHTML(html: string): string; createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** The service worker's address: the only script that is named by text. */
export const WORKER = "/desk/service-worker.js";

const rules: Policy = {
  // The site's own page from the server, parsed for a frame whose policy runs no script.
  createHTML: (html) => html,
  createScriptURL(url) {
    if (url !== WORKER) throw new TypeError(`${url} is no script of the desk's`);
    return url;
  },
};

// Browsers from before 2026 may have none.
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy("desk", rules) ?? rules;

/** The address as `serviceWorker.register` takes it. */
export const workerAddress = (): string => policy.createScriptURL(WORKER);

/** A page as `DOMParser` takes it. */
export const pageMarkup = (html: string): string => policy.createHTML(html);
