// The calm sea: there is nothing to do.
import type { ReactNode } from "react";
import "./calm-sea.css";

/** `children` are the words below the drawing. */
export function CalmSea({ children }: { children: ReactNode }) {
  return (
    <div className="calm">
      <svg viewBox="0 0 600 190" aria-hidden="true">
        <rect className="sky" width="600" height="190" />
        <circle className="halo" cx="430" cy="120" r="64" />
        <circle className="disc" cx="430" cy="120" r="44" />
        <path
          className="sea"
          d="M0 128c25-14 50-14 75 0s50 14 75 0 50-14 75 0 50 14 75 0 50-14 75 0 50 14 75 0 50-14 75 0 50 14 75 0v62H0Z"
        />
        <path className="hull" d="M150 118h96l-12 18h-70z" />
        <path className="mast" d="M172 118V94h44v24" />
        <path className="sail" d="M162 94h64v-8h-64z" />
        <path
          className="deep"
          d="M0 160c25-12 50-12 75 0s50 12 75 0 50-12 75 0 50 12 75 0 50-12 75 0 50 12 75 0 50-12 75 0 50 12 75 0v30H0Z"
        />
      </svg>
      <div className="calm__text">{children}</div>
    </div>
  );
}
