// The contact page's banner with the map (R33): an illustration, and the live map only when the visitor asks for it.
import { useState } from "react";
import type { MapBanner as MapBannerContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { buttonClass, MoreLink } from "../ui/button.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { useHydrated } from "../ui/in-browser.ts";
import { useSite } from "../ui/site.tsx";
import { liveMapFrame, mapLink } from "./map-links.ts";
import { PageTop } from "./page-top.tsx";
import "./map-banner.css";

/** Without scripts it is a link to the same map on OpenStreetMap. */
function ShowMap({ label, onShow }: { label: string; onShow: () => void }) {
  const { address } = useSite().company;
  const hydrated = useHydrated();
  const inside = (
    <>
      <Icon name="map" />
      {label}
    </>
  );
  return hydrated ? (
    <button type="button" className={buttonClass("small")} onClick={onShow}>
      {inside}
    </button>
  ) : (
    <a className={buttonClass("small")} href={mapLink(address)} target="_blank" rel="noopener">
      {inside}
    </a>
  );
}

function LiveMap({ label }: { label: string }) {
  const { address } = useSite().company;
  return (
    <iframe
      title={label}
      src={liveMapFrame(address)}
      referrerPolicy="strict-origin-when-cross-origin"
      // The button is gone, so the focus moves to the map that replaced it.
      ref={(frame) => frame?.focus()}
    />
  );
}

export function MapBanner({ section }: { section: MapBannerContent }) {
  const [live, setLive] = useState(false);
  const { crumbs, here, heading, lead, primary, secondary } = section;
  const art = live ? (
    <LiveMap label={section.map_label} />
  ) : (
    <>
      <Drawing picture={section.picture} narrow={section.picture_narrow} />
      <ShowMap label={section.show} onShow={() => setLive(true)} />
    </>
  );
  return (
    <PageTop crumbs={crumbs} here={here} heading={heading} lead={lead} art={art} artClass="mapbox">
      <Actions actions={[primary, secondary]} others="white" />
      <p className="mapbox__directions">
        <MoreLink action={{ label: section.directions, to: "directions" }} />
      </p>
    </PageTop>
  );
}
