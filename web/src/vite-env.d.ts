/// <reference types="vite/client" />

declare module "icon-sheet" {
  /** One SVG with all symbols. */
  const drawings: string;
  export default drawings;
  /** Address of a file with the same. */
  export const address: string;
}

declare module "client-assets" {
  /** Hashed files; style sheets in the order in which they must be linked. */
  type Files = { styles: string[]; modules: string[] };
  /** Address of the client's entry module. */
  export const boot: string;
  /** Style sheets of every page. */
  export const shared: string[];
  /** What each page module needs in addition, by its name in `pages/`. */
  export const pages: Record<string, Files>;
  /** What each group of sections needs in addition, by its name in `sections/groups/`. */
  export const groups: Record<string, Files>;
}

declare module "first-screen" {
  /** Styles of a page's first screen, by the part that they are for. */
  const styles: Record<FirstScreenPart, string>;
  export default styles;
  /** `early.js`, for the document. */
  export const script: string;
  export type FirstScreenPart = import("../build/first-screen-styles.ts").FirstScreenPart;
}
