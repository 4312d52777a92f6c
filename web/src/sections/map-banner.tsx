// The contact page's banner: a drawn map as façade, and the live one only when the visitor asks for it.
import { useEffect, useState } from "react";
import type { MapBanner as MapBannerContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { buttonClass, MoreLink } from "../ui/button.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { liveMapFrame, mapLink } from "../ui/links.ts";
import { useSite } from "../ui/site.tsx";
import { PageTop } from "./page-top.tsx";
import "./map-banner.css";

/** Without scripts the button is a link: it opens the same map on a page of its own. */
function ShowMap({ label, onShow }: { label: string; onShow: () => void }) {
  const { address } = useSite().company;
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  const inside = (
    <>
      <Icon name="map" />
      {label}
    </>
  );
  return scripts ? (
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
      // The button that asked for the map is gone: the focus goes on with what took its place.
      ref={(frame) => frame?.focus()}
    />
  );
}

export function MapBanner({ section }: { section: MapBannerContent }) {
  const [live, setLive] = useState(false);
  const { crumbs, here, heading, lead, primary, secondary, picture } = section;
  const art = live ? (
    <LiveMap label={section.map_label} />
  ) : (
    <>
      <Drawing picture={picture} />
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
