// The site under test in a browser: one server for each worker, or a file's own where content or settings differ.
import { test as base } from "@playwright/test";
import { Amwaj } from "../../scripts/shared/amwaj.mjs";
import { EVERYTHING, LINKING, publish, series } from "./posts.ts";
import { ORIGIN, Site } from "./site.ts";

export { Site } from "./site.ts";

type Start = NonNullable<Parameters<typeof Amwaj.start>[0]>;
type Servers = { server: Amwaj; blogServer: Amwaj };

/** Both servers start with the first test of a worker that needs them, and stop with the worker. */
export const test = base.extend<object, Servers>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what it has to prepare
    async ({}, use) => {
      const server = await Amwaj.start({ env: { AMWAJ_SITE_URL: ORIGIN } });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  blogServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what it has to prepare
    async ({}, use) => {
      const site = new Site();
      site.server = await Amwaj.start({ env: { AMWAJ_SITE_URL: ORIGIN } });
      await publish(site, [EVERYTHING, LINKING, ...series(30)]);
      await use(site.server);
      await site.server.stop();
    },
    { scope: "worker" },
  ],
});

/** The worker's server, which has a public address. Its content stays as it is; requests are told apart by name. */
export function sharedSite(): Site {
  const site = new Site();
  test.beforeAll(({ server }) => {
    site.server = server;
  });
  return site;
}

/** The worker's server with 32 more posts: one of everything, one with links, and `post-1` to `post-30`. */
export function blogSite(): Site {
  const site = new Site();
  test.beforeAll(({ blogServer }) => {
    site.server = blogServer;
  });
  return site;
}

/** A server of this file alone: started before its tests and stopped after them. */
export function ownSite(options: Start | (() => Start) = {}): Site {
  const site = new Site();
  test.beforeAll(async () => {
    site.server = await Amwaj.start(typeof options === "function" ? options() : options);
  });
  test.afterAll(async () => {
    await site.server?.stop();
  });
  return site;
}
