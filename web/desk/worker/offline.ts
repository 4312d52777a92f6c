// Answers the desk's requests while the network is away: the document and its files, and the screens that are kept.
// Whatever the server answers comes first.
import type { Desk } from "../../src/contract/desk.ts";
import { isTooOld, type KeptScreens, keptAfter, keptScreen, wantsList } from "./kept-screens.ts";

/** Files of this build, put in by `vite.config.ts`: the first is the script that the document starts. */
declare const DESK_BUILD: { version: string; files: string[] };

export type Fetching = {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};

const DESK = "/desk/";
const FILES = `desk-files-${DESK_BUILD.version}`;
const SCREENS = `desk-screens-${DESK_BUILD.version}`;
/** Says to the page that an answer is a kept one, and how old it is in milliseconds. */
const KEPT_AGE = "desk-kept";
/** Patience with a network that says nothing, where something is kept, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Forms after which other screens are kept, or none. */
const FORMS = /^\/desk\/(sign-out|requests\/[^/]+\/(answer|note)|held\/[^/]+)$/;

/** Keeps the document and its files, of this build and no other. */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const files = DESK_BUILD.files.map((file) => DESK + file);
  const document = await fetch(DESK, { headers: { accept: "text/html" } });
  // Of two servers one may be of another version still: the browser tries again later.
  const isOfBuild = (await document.clone().text()).includes(files[0] ?? "");
  if (!document.ok || !isOfBuild) throw new Error("the document is of another build");
  await Promise.all([cache.addAll(files), cache.put(DESK, document)]);
}

/** Forgets what other builds have kept: their screens may be of another shape. */
export async function forgetOtherBuilds(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("desk-") && name !== FILES && name !== SCREENS,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function readKept(): Promise<KeptScreens | null> {
  // To look is not to open: that would make the cache anew.
  const kept = await caches.match(SCREENS, { cacheName: SCREENS });
  return kept ? kept.json() : null;
}

async function writeKept(kept: KeptScreens | null): Promise<void> {
  if (!kept) await caches.delete(SCREENS);
  else await (await caches.open(SCREENS)).put(SCREENS, new Response(JSON.stringify(kept)));
}

let queue: Promise<unknown> = Promise.resolve();

/** Does one thing with what is kept after the other. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = queue.then(act);
  queue = done.catch(() => {});
  return done;
}

/** Grows when a session begins to end, and when it has ended: what was asked for before is kept no more. */
let ended = 0;

/** Keeps what the server has sent; `since` is how often sessions had ended when it was asked for. */
async function note(answer: Response, since: number): Promise<void> {
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return;
  const fresh: Partial<Desk> = await answer.json();
  if (fresh.screen?.name === "sign-in") ended += 1;
  else if (!fresh.screen || since !== ended) return;
  const wants = await inTurn(async () => {
    const [kept, at] = [await readKept(), Date.now()];
    const next = keptAfter(fresh as Desk, kept, at);
    if (next !== kept) await writeKept(next);
    return wantsList(fresh as Desk, next, at);
  });
  if (wants) await keepList();
}

/** Reads the list of those who wait, as long as there is no other. */
export async function keepList(): Promise<void> {
  const since = ended;
  const answer = await fetch(DESK, { headers: { accept: "application/json" } }).catch(() => null);
  if (answer) await note(answer, since);
}

async function keptAnswer(address: string): Promise<Response | null> {
  const kept = await inTurn(async () => {
    const [kept, at] = [await readKept(), Date.now()];
    if (!kept || !isTooOld(kept, at)) return kept && keptScreen(kept, new URL(address), at);
    await writeKept(null);
    return null;
  });
  if (!kept) return null;
  const headers = { "content-type": "application/json", [KEPT_AGE]: String(kept.age) };
  return new Response(JSON.stringify(kept.desk), { headers });
}

/** The server's answer; in the place of none, of a late one, and of one that says it can't, what is kept. */
async function answered(
  fetched: Promise<Response>,
  kept: () => Promise<Response | null | undefined>,
): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS));
  const answer = await Promise.race([fetched.catch(() => null), late]);
  if (answer && answer.status < 500) return answer;
  return (await kept()) ?? answer ?? fetched;
}

const keptDocument = () => caches.match(DESK, { cacheName: FILES, ignoreVary: true });

async function fileOr(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: FILES, ignoreVary: true })) ?? fetch(request);
}

function screenOf(event: Fetching): Promise<Response> {
  const { request } = event;
  const isSignOut = request.url.endsWith("/sign-out");
  if (isSignOut) ended += 1;
  const since = ended;
  const fetched = fetch(request);
  const noted = async () => {
    const answer = (await fetched).clone();
    if (isSignOut) ended += 1;
    await note(answer, isSignOut ? ended : since);
  };
  event.waitUntil(noted().catch(() => {}));
  return request.method === "POST" ? fetched : answered(fetched, () => keptAnswer(request.url));
}

/** Answers what the desk can do without a network; everything else is the browser's. */
export function answerFetch(event: Fetching): void {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const isScreen =
    pathname !== "/desk/changes" && request.headers.get("accept")?.startsWith("application/json");
  if (request.method === "POST") {
    if (isScreen && FORMS.test(pathname)) event.respondWith(screenOf(event));
  } else if (request.destination === "document")
    event.respondWith(answered(fetch(request), keptDocument));
  else if (DESK_BUILD.files.includes(pathname.slice(DESK.length)))
    event.respondWith(fileOr(request));
  else if (isScreen) event.respondWith(screenOf(event));
}
