// The network goes and comes while somebody reads, taps, goes back and opens the desk: by seed, so that a run that fails
// can be had again. OFFLINE_SEEDS=200 tries as many; OFFLINE_FIRST=17 begins with that one.
import { expect, type Locator, type Page } from "@playwright/test";
import { pause } from "../scripts/shared/amwaj.mjs";
import type { Phone } from "./site/desk.ts";
import { type OfflineDesk, test } from "./site/desk-offline.ts";
import { chances } from "./site/seeded.ts";

const SEEDS = Number(process.env.OFFLINE_SEEDS ?? 3);
const FIRST = Number(process.env.OFFLINE_FIRST ?? 1);
const STEPS = 14;
/** The longest moment between a step and a cut, in milliseconds: some are in the middle of it. */
const MOMENT_MS = 60;
/** Patience with a control that may be gone by now, in milliseconds. */
const TRY_MS = 3_000;

const strip = (page: Page) => page.locator(".strip");

/** One phone in the hands of one seed. */
class Hands {
  readonly notes: string[] = [];
  readonly done: string[] = [];
  private isThere = true;

  constructor(
    private readonly desk: OfflineDesk,
    private readonly phone: Phone,
    private readonly seed: number,
    private readonly chance: () => number,
  ) {}

  private get page() {
    return this.phone.page;
  }
  private oneOf<T>(all: T[]): T {
    return all[Math.floor(this.chance() * all.length)]!;
  }

  /** Loses the network or gets it back, in the middle of what is going on. */
  private async turn(): Promise<void> {
    await pause(this.chance() * MOMENT_MS);
    if (this.isThere) await this.desk.goes(this.phone, this.chance() < 0.5);
    else await this.desk.isBack(this.phone);
    this.isThere = !this.isThere;
  }

  private async open(): Promise<void> {
    await this.page.goto(this.desk.at("/desk/"));
  }
  private async read(): Promise<void> {
    const rows = this.page.locator("[data-row]");
    if ((await rows.count()) === 0) await this.open();
    await this.follow(rows, (address) => address.includes("/desk/requests/"));
  }
  /** Clicks one of some links, until it leads there: a screen that is drawn anew in this very moment has others. */
  private async follow(links: Locator, isThere: (address: string) => boolean): Promise<void> {
    const which = this.chance();
    await expect(async () => {
      if (isThere(this.page.url())) return;
      const all = await links.all();
      const link = all[Math.floor(which * all.length)];
      await link?.click({ noWaitAfter: true, timeout: TRY_MS });
      await this.page.waitForURL(({ href }) => isThere(href), { timeout: TRY_MS });
    }).toPass();
  }
  private async reload(): Promise<void> {
    await this.page.reload();
  }
  private async back(): Promise<void> {
    await this.page.goBack();
    // The page that was empty before the first.
    if (!this.page.url().includes("/desk/")) await this.open();
  }
  private async next(): Promise<void> {
    const arrows = this.page.getByRole("link", { name: /^(Next|Previous) request/ });
    if ((await arrows.count()) === 0) return this.read();
    const here = this.page.url();
    // Until the other request is there, what is typed would be this one's.
    await this.follow(arrows, (address) => address !== here);
  }
  /** Says how it went, with a note that is there only once. */
  private async tap(): Promise<void> {
    if ((await this.page.getByLabel(/^Note/).count()) === 0) {
      await this.read();
      await this.shown("before a tap");
    }
    // One tap after the other: until the first is kept or answered, its form takes no second one.
    await expect(this.page.getByLabel(/^Note/)).toHaveValue("");
    const note = `seed ${this.seed}, tap ${this.notes.length + 1}`;
    const field = this.page.getByLabel(/^Note/);
    const buttons = this.page.locator('.dock button[name="stage"], form.note button[formaction]');
    const which = this.chance();
    // By key: a second click so soon would be the second half of a double click. Where the screen was drawn anew in this
    // very moment, words and key meet nothing, and a person types and presses again.
    await expect(async () => {
      if (!(await this.isTaken(note))) {
        await field.fill(note, { timeout: TRY_MS });
        const all = await buttons.all();
        await all[Math.floor(which * all.length)]?.press("Enter", { timeout: TRY_MS });
      }
      expect(await this.isTaken(note)).toBe(true);
    }).toPass();
    this.notes.push(note);
    // Half of the time somebody leaves before there is an answer.
    if (this.chance() < 0.5) await expect(this.page.getByLabel(/^Note/)).toHaveValue("");
  }

  /** Whether the words are kept on this device to be sent, or have arrived. */
  private async isTaken(note: string): Promise<boolean> {
    const isKept = await this.page.evaluate(
      (words) =>
        Object.entries(localStorage).some(
          ([name, taps]) => name.startsWith("desk-taps:") && taps.includes(words),
        ),
      note,
    );
    return isKept || this.desk.notes().includes(note);
  }

  /** The desk is there, whatever happens: a list, or a request. */
  private async shown(after: string): Promise<void> {
    const { page } = this;
    const story = `seed ${this.seed}: ${[...this.done, after].join(", ")}`;
    expect(page.url(), story).not.toContain("chrome-error");
    await expect(page.locator("main h1").first(), story).toBeVisible();
    await expect(page.getByText("can't be shown"), story).toHaveCount(0);
  }

  async work(): Promise<void> {
    const acts = ["open", "read", "read", "reload", "back", "next", "tap", "tap", "tap"] as const;
    for (let step = 0; step < STEPS; step++) {
      const act = this.oneOf([...acts]);
      const turns = this.chance() < 0.4;
      await Promise.all([this[act](), turns && this.turn()]);
      await this.shown(act);
      this.done.push(turns ? `${act} (${this.isThere ? "back" : "gone"})` : act);
    }
    await this.desk.isBack(this.phone);
    await this.open();
    await expect(strip(this.page)).toContainText("Live");
    const left = () =>
      this.page.evaluate(() =>
        Object.keys(localStorage).filter((name) => name.startsWith("desk-taps:")),
      );
    await expect.poll(left).toEqual([]);
  }
}

test("whenever the network goes, the desk is there, and each tap arrives once", async ({
  offlineDesk: desk,
}) => {
  test.setTimeout(300_000 + SEEDS * 30_000);
  const visitor = (at: number) => ({
    name: `Visitor ${at}`,
    service: "AC Repair & Maintenance",
    message: "No cooling.",
  });

  for (let at = 0; at < 5; at++) await desk.receive(visitor(at));
  const sums = { steps: 0, turns: 0, taps: 0 };
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    await desk.receive(visitor(seed + 5));
    const phone = await desk.withList(`Staff ${seed}`);
    const hands = new Hands(desk, phone, seed, chances(seed));
    await hands.work();
    await phone.context.close();
    const arrived = desk.notes().filter((note) => note.startsWith(`seed ${seed},`));
    expect(arrived.toSorted(), hands.done.join(", ")).toEqual(hands.notes.toSorted());
    sums.steps += STEPS;
    sums.turns += hands.done.filter((step) => step.endsWith(")")).length;
    sums.taps += hands.notes.length;
  }
  console.log(
    `${SEEDS} seeds, ${sums.steps} steps, the network turned ${sums.turns} times, ${sums.taps} taps`,
  );
});
