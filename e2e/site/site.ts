// The site under test: a server process, and the addresses of its pages.
import type { Amwaj } from "../../scripts/shared/amwaj.mjs";

/** The public address of a site that has one; only such a site names it in its pages. */
export const ORIGIN = "https://www.amwaj.example";

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
