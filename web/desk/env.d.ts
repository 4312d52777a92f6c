/// <reference types="vite/client" />

declare module "icon-sheet" {
  /** One SVG with all symbols. */
  const drawings: string;
  export default drawings;
}

declare module "entry-assets" {
  /** Address of the client's entry module. */
  export const boot: string;
  /** Style sheets, in the order in which they must be linked. */
  export const styles: string[];
  /** Modules that the entry imports. */
  export const modules: string[];
}
