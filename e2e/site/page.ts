// Checks on a page that several journeys share: whether React has taken over, the console's messages, positions.
import { expect, type Locator, type Page, type Request } from "@playwright/test";

/** Waits until React has taken over the document that the server sent, and all of it is shown with its style sheets. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const owned = (element: Element | null) =>
      !!element && Object.keys(element).some((key) => key.startsWith("__reactProps$"));
    const isShown = !document.documentElement.dataset.rest;
    return isShown && ["header", "footer"].every((name) => owned(document.querySelector(name)));
  });
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))),
  );
}

/** Holds what matches until it is told to let go. */
export async function hold(page: Page, calls: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/**
 * Holds back the page's code, as a slow line does; what it returns lets it through. The first module, which only asks for
 * the others, is not held.
 */
export function holdCode(page: Page): Promise<() => void> {
  return hold(page, /\/assets\/(?!boot-|rolldown-)[^/]*\.js$/);
}

/**
 * Tells which requests the browser cancelled only because their page was left while they were under way: data and
 * pictures that the next page has no use for, and reports that are sent all the same.
 */
function cancelledByLeaving(page: Page): (request: Request) => boolean {
  let documentsAsked = 0;
  let documentsThere = 0;
  /** Number of documents there had been when it was asked for. */
  const asked = new WeakMap<Request, number>();
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documentsAsked += 1;
    else asked.set(request, documentsThere);
  });
  page.on("domcontentloaded", () => {
    documentsThere = documentsAsked;
  });
  return (request) =>
    isCancelled(request) &&
    ["fetch", "image", "ping"].includes(request.resourceType()) &&
    documentsAsked > (asked.get(request) ?? 0);
}

/** Whether the browser itself gave it up, as no server and no network makes it do. */
export const isCancelled = (request: Request) =>
  request.failure()?.errorText === "net::ERR_ABORTED";

/**
 * Collects whatever the page complains about: errors, warnings, hydration mismatches, failed requests; except those that
 * `mayFail`, or that were cancelled because the page was left.
 */
export function complaints(
  page: Page,
  mayFail: (request: Request) => boolean = () => false,
): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning", "assert"].includes(message.type()))
      heard.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => heard.push(`uncaught: ${error.message}`));
  const wasLeft = cancelledByLeaving(page);
  page.on("requestfailed", (request) => {
    if (!wasLeft(request) && !mayFail(request))
      heard.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return heard;
}

/** Lets the browser draw so many frames. */
export function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1)
      await new Promise((done) => requestAnimationFrame(done));
  }, count);
}

/**
 * Waits until place and height of the page have stayed the same for this many frames in a row (60 a second): whatever
 * wanted to move it has done so.
 */
export function settled(page: Page, stillFrames = 20): Promise<void> {
  return page.evaluate(async (stillFrames) => {
    const look = () => `${scrollY} ${document.documentElement.scrollHeight}`;
    for (let still = 0, last = look(); still < stillFrames; last = look()) {
      await new Promise((done) => requestAnimationFrame(done));
      still = look() === last ? still + 1 : 0;
    }
  }, stillFrames);
}

/** Scrolls there at once, whatever the style sheet says about smoothness. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
}

/** Expects that an element has come to the top of the screen, below the header. */
export async function expectAtTop(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        const box = await target.boundingBox();
        const room = await page.evaluate(
          () => document.documentElement.scrollHeight - innerHeight - scrollY,
        );
        return box !== null && (Math.abs(box.y) < 130 || (room < 2 && box.y < 900));
      },
      { message: "it stands at the top of the screen" },
    )
    .toBe(true);
}

/** The request form with its fields, by the names a visitor reads. */
export function requestForm(page: Page) {
  const form = page.locator('form[action="/sendMail.php"]');
  return {
    form,
    name: form.locator("[name=name]"),
    phone: form.locator("[name=phone]"),
    service: form.locator("[name=service]"),
    message: form.locator("[name=message]"),
    button: form.locator("button[type=submit]"),
    alert: form.getByRole("alert"),
    status: form.getByRole("status"),
  };
}

/** Fills the form as a visitor would. */
export async function fillIn(
  page: Page,
  visitor: { name: string; phone?: string; service?: string; message?: string },
) {
  const fields = requestForm(page);
  await fields.name.fill(visitor.name);
  await fields.phone.fill(visitor.phone ?? "050 123 4567");
  await fields.service.selectOption(visitor.service ?? "Plumbing Services");
  if (visitor.message !== undefined) await fields.message.fill(visitor.message);
  return fields;
}
