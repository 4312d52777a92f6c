// Parts of a screen.
import type { ComponentType } from "react";
import type { Desk, Screen } from "../../src/contract/desk.ts";

export type ScreenName = Screen["name"];
export type ScreenOf<N extends ScreenName> = Extract<Screen, { name: N }>;
export type ScreenProps<N extends ScreenName> = { desk: Desk; screen: ScreenOf<N> };

/** A screen of that name. */
export type ScreenKind<N extends ScreenName> = {
  view: ComponentType<ScreenProps<N>>;
  /** The document's title, without the company's name. */
  title: (screen: ScreenOf<N>) => string;
  /** Screens with previews of the site, and the way in, are always light. */
  theme?: "light";
  /**
   * Classes of the body: `bare` without navigation; on phones, `has-dock` and `has-foot` have buttons in its place, and
   * `has-sheet` a sheet.
   */
  layout?: string;
};
