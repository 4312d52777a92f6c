// A desk whose network can go: its server behind a line that can be cut.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Amwaj } from "../../scripts/shared/amwaj.mjs";
import { CutLine } from "./cut-line.ts";
import { test as base, Desk, type Phone } from "./desk.ts";

export class OfflineDesk extends Desk {
  constructor(
    server: Amwaj,
    browser: ConstructorParameters<typeof Desk>[1],
    private readonly line: CutLine,
  ) {
    super(server, browser);
  }

  override at(path: string): string {
    return `http://localhost:${this.line.port}${path}`;
  }

  /** The network goes; a phone that doesn't notice still believes in it. */
  async goes(phone: Phone, isNoticed = true): Promise<void> {
    this.line.cut();
    if (isNoticed) await phone.context.setOffline(true);
  }

  async isBack(phone: Phone): Promise<void> {
    await this.line.join(this.server.port);
    await phone.context.setOffline(false);
  }

  /** Every note of every request's timeline, as it is stored. */
  notes(): string[] {
    const read =
      "import json, sqlite3, sys; print(json.dumps([text for (text,) in sqlite3.connect(sys.argv[1], timeout=10).execute('SELECT text FROM lead_event')]))";
    const database = join(this.server.data, "amwaj.db");
    return JSON.parse(execFileSync("python3", ["-c", read, database], { encoding: "utf8" }));
  }

  /** Somebody of the office whose phone has kept the list. */
  async withList(name: string): Promise<Phone> {
    const phone = await this.signedIn(name, "office");
    await expect
      .poll(() =>
        phone.page.evaluate(async () => {
          const names = await caches.keys();
          const [screens] = names.filter((cache) => cache.startsWith("desk-screens-"));
          return screens != null && (await (await caches.open(screens)).keys()).length > 0;
        }),
      )
      .toBe(true);
    return phone;
  }
}

export const test = base.extend<{ offlineDesk: OfflineDesk }>({
  offlineDesk: async ({ browser }, use) => {
    const line = await CutLine.make();
    const env = {
      AMWAJ_TRUSTED_PROXIES: "127.0.0.1",
      AMWAJ_SITE_URL: `http://localhost:${line.port}`,
    };
    const server = await Amwaj.start({ env });
    await line.join(server.port);
    const desk = new OfflineDesk(server, browser, line);
    await use(desk);
    await desk.close();
    line.cut();
    await server.stop();
  },
});
