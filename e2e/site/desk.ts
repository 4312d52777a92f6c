// The staff's desk in a browser: its server, people who are let in, and phones with a finger.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  test as base,
  type Browser,
  type BrowserContext,
  type CDPSession,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import { Amwaj } from "../../scripts/shared/amwaj.mjs";
import { referenceIn, sendMail } from "../../scripts/shared/send-mail.mjs";
import { complaints, isCancelled } from "./page.ts";

export const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
};
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** `desk` is one for all tests of a worker, whose requests stay in its inbox; `emptyDesk` is the test's alone. */
export const test = base.extend<{ desk: Desk; emptyDesk: Desk }, { deskServer: Amwaj }>({
  deskServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what it has to prepare
    async ({}, use) => {
      // Nobody may try to sign in more than ten times at once, so each phone has an address, as behind a proxy.
      const env = { AMWAJ_TRUSTED_PROXIES: "127.0.0.1" };
      const server = await Amwaj.start({ env });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  desk: async ({ deskServer, browser }, use) => {
    const desk = new Desk(deskServer, browser);
    await desk.open();
    await use(desk);
    await desk.close();
    await desk.forgetEverybody();
  },
  emptyDesk: async ({ browser }, use) => {
    const server = await Amwaj.start();
    const desk = new Desk(server, browser);
    await use(desk);
    await desk.close();
    await server.stop();
  },
});

type Invitation = { link: string; code: string };
type Visitor = { name: string; phone?: string; service: string; message: string };

/** Number of phones and visitors this worker has had: each has an address or a number of its own. */
let count = 0;

export class Desk {
  private readonly phones: Phone[] = [];
  /** Number of log entries older than the test. */
  private logged = 0;

  constructor(
    readonly server: Amwaj,
    private readonly browser: Browser,
  ) {}

  /** Before a test. */
  async open(): Promise<void> {
    this.logged = (await this.log()).length;
  }

  /** After a test: a server that stops would wait for the answers that open screens wait for. */
  async close(): Promise<void> {
    await Promise.all(this.phones.map(({ context }) => context.close()));
  }

  /** For the next test, which lets people of the same names in. */
  async forgetEverybody(): Promise<void> {
    const { stdout } = await this.server.command("staff", "list");
    for (const [, name] of stdout.matchAll(/^(\S.*): /gm))
      await this.server.command("staff", "end", name!);
  }

  /** The full address of a path. Passkeys belong to a name, so not to `127.0.0.1`. */
  at(path: string): string {
    return `http://localhost:${this.server.port}${path}`;
  }

  async phone(kind: "android" | "iphone" = "android"): Promise<Phone> {
    count += 1;
    const phone = await Phone.make(this.browser, kind, `198.18.${count >> 8}.${count & 255}`);
    this.phones.push(phone);
    return phone;
  }

  /** Lets somebody in as whoever runs the server does. */
  async invite(name: string, ...roles: string[]): Promise<Invitation> {
    const given = roles.flatMap((role) => ["--role", role]);
    const { stdout } = await this.server.command("staff", "invite", name, ...given);
    const [, link = "", code = ""] = /^ *(http\S+#(\S+))$/m.exec(stdout) ?? [];
    expect(link).toBe(this.at(`/desk/join#${code}`));
    return { link, code };
  }

  /** Somebody with these roles, who came in with an invitation and is on a screen. */
  async signedIn(name: string, role: string, path = "/desk/"): Promise<Phone> {
    const { code } = await this.invite(name, role);
    const phone = await this.phone();
    const form = { form: { code }, headers: { Origin: this.at("") }, maxRedirects: 0 };
    expect((await phone.page.request.post(this.at("/desk/join"), form)).status()).toBe(303);
    await phone.open(this.at(path));
    return phone;
  }

  /** Stores a request and returns its reference. Whoever comes without a number gets one that has asked for nothing yet. */
  async receive(visitor: Visitor): Promise<string> {
    count += 1;
    const phone = `050 ${String(count).padStart(7, "0")}`;
    const { text } = await sendMail(this.server.url, { phone, ...visitor });
    return referenceIn(text)!;
  }

  /** The log's entries about people's actions in this test, oldest first. */
  async log(): Promise<string[]> {
    const { stdout } = await this.server.command("staff", "log");
    const lines = stdout.trim().split("\n");
    expect(lines.pop()).toBe(`${lines.length} entries; the log is whole`);
    return lines.slice(this.logged).map((line) => line.split("  ").slice(1).join(", "));
  }

  /** Makes every proof of who somebody is too old, as ten minutes do. */
  forgetProofs(): void {
    const write =
      "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=10); db.execute('UPDATE staff_session SET verified_at = 0'); db.commit()";
    execFileSync("python3", ["-c", write, join(this.server.data, "amwaj.db")]);
  }
}

/** Waits until the screen is there. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#main") ?? {}).some((key) =>
      key.startsWith("__reactProps$"),
    ),
  );
}

/** The console's message about an answer that is no 200. */
const REFUSED = /the server responded with a status of 4/;

/** Requests that a screen gives up: whether something has changed, a frame of a page, the check of words that are kept already. */
const GIVEN_UP = ["/desk/changes", "/desk/site/page", "/desk/site/try"];
const asksNoMore = (request: Request) =>
  isCancelled(request) && GIVEN_UP.includes(new URL(request.url()).pathname);

/** Faults on a page so far; answers that refuse are none. */
export function faults(page: Page): () => string[] {
  const heard = complaints(page, asksNoMore);
  return () => heard.filter((line) => !REFUSED.test(line));
}

/** A phone with a screen lock, whose owner agrees at once. */
export class Phone {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async make(browser: Browser, kind: "android" | "iphone", address: string): Promise<Phone> {
    const userAgent = kind === "iphone" ? IPHONE : PHONE.userAgent;
    const extraHTTPHeaders = { "X-Forwarded-For": address };
    const options = { ...PHONE, userAgent, extraHTTPHeaders };
    const context = await browser.newContext(options);
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
    return new Phone(context, page, devtools, authenticatorId);
  }

  /** Has another phone's passkeys from now on, as makers' clouds bring them. A real one counts no uses. */
  async syncFrom(other: Phone): Promise<void> {
    const { devtools, authenticatorId } = other;
    const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
    for (const credential of credentials)
      await this.devtools.send("WebAuthn.addCredential", {
        authenticatorId: this.authenticatorId,
        credential: { ...credential, signCount: credential.signCount + 100 },
      });
  }

  /** Hands the phone to somebody whose finger it knows, or to nobody it knows. */
  async held(by: "its owner" | "nobody it knows"): Promise<void> {
    const { authenticatorId } = this;
    const isUserVerified = by === "its owner";
    await this.devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
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
