/// <reference types="vite/client" />

declare module "icon-sheet" {
  /** One SVG of every symbol. */
  const drawings: string;
  export default drawings;
}

declare module "client-assets" {
  /** Hashed files, style sheets in the order they must be linked. */
  type Files = { styles: string[]; modules: string[] };
  /** Addresses of the module that starts the client and, after it, of what it imports. */
  export const boot: string;
  /** Style sheets of every page. */
  export const shared: string[];
  /** What a page module needs besides, by its name in `pages/`. */
  export const pages: Record<string, Files>;
  /** What a group of sections needs besides, by its name in `sections/groups/`. */
  export const groups: Record<string, Files>;
}
