// The site under test: every spec file has a server process of its own, on a free port, with an empty data folder.
import { test } from "@playwright/test";
import { Amwaj } from "../../scripts/amwaj.mjs";

type Start = NonNullable<Parameters<typeof Amwaj.start>[0]>;

export class Site {
  server!: Amwaj;

  /** The full address of a path. */
  at(path: string): string {
    return this.server.url + path;
  }

  /** Every lead that was stored under this name. */
  async leadsOf(name: string): Promise<any[]> {
    return (await this.server.leads()).filter((lead) => lead.name === name);
  }
}

/** Starts the server before the tests of this file and stops it after them. */
export function serveSite(options: Start | (() => Start) = {}): Site {
  const site = new Site();
  test.beforeAll(async () => {
    site.server = await Amwaj.start(typeof options === "function" ? options() : options);
  });
  test.afterAll(async () => {
    await site.server?.stop();
  });
  return site;
}
