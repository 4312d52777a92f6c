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
  /** Additional files of each page module, by its name in `pages/`. */
  export const pages: Record<string, Files>;
  /** Additional files of each group of sections, by its name in `sections/groups/`. */
  export const groups: Record<string, Files>;
}

declare module "*.js?script" {
  /** The minified script, for documents. */
  const script: string;
  export default script;
}
