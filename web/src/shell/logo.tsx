// The logo, as the link to the home page.
import { fill } from "../ui/fill.ts";
import { useSite } from "../ui/site.tsx";

/**
 * The picture of the first view comes before the logo: low priority keeps React from preloading it.
 * `on`: the ground it stands on; the header carries both colourings and the style sheet picks one.
 */
export function LogoLink({ on }: { on: "header" | "sun" }) {
  const { company, words } = useSite();
  const { on_light: light, on_sun: sun } = company.logo;
  const shown = on === "sun" ? [sun] : [light, sun];
  return (
    <a className="logo" href="/" aria-label={fill(words.labels.home, { name: company.name })}>
      {shown.map(({ src, width, height }) => (
        <img
          key={src}
          className={shown.length > 1 && src === sun.src ? "logo__sun" : undefined}
          src={src}
          width={width}
          height={height}
          alt=""
          fetchPriority="low"
        />
      ))}
    </a>
  );
}
