/// <reference types="vite/client" />

declare module "icon-sheet" {
  /** Address of the icon sheet. */
  const address: string;
  export default address;
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
