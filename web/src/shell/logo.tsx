// The logo, as the link to the home page.
import { useEffect, useState } from "react";
import type { Ground } from "../contract/content.ts";
import { fill } from "../ui/fill.ts";
import { useSite } from "../ui/site.tsx";

/** Whether the first view is over: what it does not show may load now. */
function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => setLater(true), []);
  return later;
}

/**
 * `on` is the ground that it stands on at the top of the page, or the menu. The header carries both
 * colourings, because scrolling changes what is behind it, and the style sheet picks one; the other
 * one waits. Low priority keeps React from preloading the logo before the picture of the first view.
 */
export function LogoLink({ on }: { on: Ground | "menu" }) {
  const { company, words } = useSite();
  const later = useLater();
  const { on_light: light, on_sun: sun } = company.logo;
  const first = on === "sun" ? sun : on === "menu" ? null : light;
  return (
    <a className="logo" href="/" aria-label={fill(words.labels.home, { name: company.name })}>
      {(on === "menu" ? [sun] : [light, sun]).map((logo) => (
        <img
          key={logo.src}
          className={on !== "menu" && logo === sun ? "logo__sun" : undefined}
          src={logo.src}
          width={logo.width}
          height={logo.height}
          alt=""
          fetchPriority="low"
          loading={logo === first || later ? undefined : "lazy"}
        />
      ))}
    </a>
  );
}
