// The staff's desk in a browser: a server of its own for each test, people who are let in, and phones with a finger.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  test as base,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from "@playwright/test";
import { Amwaj } from "../../scripts/amwaj.mjs";

export const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
};
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** Nobody may try to sign in more than ten times at once, so each test has its own server. */
export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what it has to prepare
  desk: async ({}, use) => {
    const server = await Amwaj.start();
    await use(new Desk(server));
    await server.stop();
  },
});

type Invitation = { link: string; code: string };

export class Desk {
  constructor(readonly server: Amwaj) {}

  /** The full address of a path. Passkeys belong to a name, so not to `127.0.0.1`. */
  at(path: string): string {
    return `http://localhost:${this.server.port}${path}`;
  }

  /** Lets somebody in as whoever runs the server does. */
  async invite(name: string, ...roles: string[]): Promise<Invitation> {
    const given = roles.flatMap((role) => ["--role", role]);
    const { stdout } = await this.server.command("staff", "invite", name, ...given);
    const [, link = "", code = ""] = /^ *(http\S+#(\S+))$/m.exec(stdout) ?? [];
    expect(link).toBe(this.at(`/desk/join#${code}`));
    return { link, code };
  }

  /** What the log says that people did, oldest first. */
  async log(): Promise<string[]> {
    const { stdout } = await this.server.command("staff", "log");
    const lines = stdout.trim().split("\n");
    expect(lines.pop()).toBe(`${lines.length} entries; the log is whole`);
    return lines.map((line) => line.split("  ").slice(1).join(", "));
  }

  /** Makes every proof of who somebody is too old, as ten minutes do. */
  forgetProofs(): void {
    const write =
      "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=10); db.execute('UPDATE staff_session SET verified_at = 0'); db.commit()";
    execFileSync("python3", ["-c", write, join(this.server.data, "amwaj.db")]);
  }
}

/** Waits until React has taken over the screen that the server sent. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#main") ?? {}).some((key) =>
      key.startsWith("__reactProps$"),
    ),
  );
}

/** A phone with a screen lock, whose owner agrees at once. */
export class Phone {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly setVerified: (isVerified: boolean) => Promise<unknown>,
  ) {}

  static async make(browser: Browser, kind: "android" | "iphone" = "android"): Promise<Phone> {
    const userAgent = kind === "iphone" ? IPHONE : PHONE.userAgent;
    const context = await browser.newContext({ ...PHONE, userAgent, reducedMotion: "reduce" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Phone(context, page, (isUserVerified) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    );
  }

  /** Whoever holds the phone from now on: somebody whose finger it knows, or nobody. */
  async held(by: "its owner" | "nobody it knows"): Promise<void> {
    await this.setVerified(by === "its owner");
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await awake(this.page);
  }

  /** Comes in with an invitation's link. */
  async join({ link }: Pick<Invitation, "link">): Promise<void> {
    await this.open(link);
    await this.press("Sign in on this phone");
    await expect(this.nav()).toBeVisible();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  nav() {
    return this.page.getByRole("navigation", { name: "Desk" });
  }
  heading() {
    return this.page.getByRole("heading", { level: 1 });
  }
  alert() {
    return this.page.getByRole("alert");
  }
}
