// Effort for a thumb: the taps of a way through the desk, and how long it takes. Typing is no tap; coming into a field
// is.
import { expect, type Locator, test } from "@playwright/test";

/** More than that and people send a message to somebody who does it for them. */
const MOST_TAPS = 12;

export type Picture = { name: string; mimeType: string; buffer: Buffer };

export class Walk {
  private taps = 0;
  private readonly began = performance.now();

  constructor(private readonly name: string) {}

  async tap(target: Locator, position?: { x: number; y: number }): Promise<void> {
    this.taps += 1;
    await target.click({ position });
  }

  /** A tap into the field, two more that select what is there, and the keys. */
  async retype(field: Locator, words: string): Promise<void> {
    this.taps += 3;
    await field.click({ clickCount: 3 });
    await field.pressSequentially(words);
  }

  /** A tap at the end of what is there, and the keys. */
  async goOn(field: Locator, words: string): Promise<void> {
    this.taps += 1;
    await field.click();
    await field.press("Control+End");
    await field.pressSequentially(words);
  }

  /** A tap into an empty field, and the words. What a phone's own calendar takes for a day isn't the desk's. */
  async enter(field: Locator, words: string): Promise<void> {
    this.taps += 1;
    await field.click();
    await field.fill(words);
  }

  /** A tap that opens the phone's pictures, and one on the picture. */
  async choose(button: Locator, picture: Picture): Promise<void> {
    this.taps += 2;
    const chooser = button.page().waitForEvent("filechooser");
    await button.click();
    await (await chooser).setFiles(picture);
  }

  /** Says what it took. */
  end(live?: number): void {
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    const words = `${this.taps} taps, ${seconds} s`;
    const description = live === undefined ? words : `${words}, live after ${live.toFixed(0)} ms`;
    test.info().annotations.push({ type: this.name, description });
    console.log(`${this.name}: ${description}`);
    expect(this.taps).toBeLessThanOrEqual(MOST_TAPS);
  }
}
