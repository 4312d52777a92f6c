// The logo, which links to the home page.

import { fill } from "../../ui/fill.ts";
import type { Ground } from "../contract/content.ts";
import { useHydrated } from "../ui/in-browser.ts";
import { useSite } from "../ui/site.tsx";

/**
 * `on` is the page's ground at the top, or the menu. The header has both colour variants, because scrolling changes its
 * background, and the style sheet shows one; the other loads after hydration. Low priority keeps React from preloading the logo
 * before the first view's image.
 */
export function LogoLink({ on }: { on: Ground | "menu" }) {
  const { company, words } = useSite();
  const hydrated = useHydrated();
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
          loading={logo === first || hydrated ? undefined : "lazy"}
        />
      ))}
    </a>
  );
}
