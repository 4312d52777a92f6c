/// <reference types="vite/client" />

declare module "icon-sheet" {
  /** Address of the icon sheet. */
  const address: string;
  export default address;
}

declare module "client-assets" {
  /** Addresses of the module that starts the client and, after it, of what it imports. */
  export const boot: string[];
  /** Style sheets of every page module, by its name in `pages/`. */
  export const styles: Record<string, string[]>;
}
