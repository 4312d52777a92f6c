// The server that a file of this tier reads from: the shared one, or one of its own where content or settings differ.
import { afterAll, beforeAll, inject } from "vitest";
import { Amwaj } from "../../scripts/shared/amwaj.mjs";
import { Site } from "../site/site.ts";

type Start = NonNullable<Parameters<typeof Amwaj.start>[0]>;

/** The shared server, which has a public address. Its content stays as it is. */
export function sharedSite(): Site {
  const { port, adminPort, data, env } = inject("shared");
  const site = new Site();
  site.server = new Amwaj(port, adminPort, { data, env });
  return site;
}

/** A server of this file alone. */
export function ownSite(options: Start | (() => Start) = {}): Site {
  const site = new Site();
  beforeAll(async () => {
    site.server = await Amwaj.start(typeof options === "function" ? options() : options);
  });
  afterAll(async () => {
    await site.server?.stop();
  });
  return site;
}
