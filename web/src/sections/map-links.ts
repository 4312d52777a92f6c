// The office on OpenStreetMap (R50).
import type { Address } from "../contract/content.ts";

/** As a page of its own. */
export function mapLink({ latitude, longitude }: Address): string {
  const pin = `mlat=${latitude}&mlon=${longitude}`;
  return `https://www.openstreetmap.org/?${pin}#map=17/${latitude}/${longitude}`;
}

/** Half the height and half the width of the live map's first view, in degrees. */
const AROUND = { north: 0.003, east: 0.005 };

/** The same map for an iframe; it needs no key and sets no cookies. The content security policy allows its origin. */
export function liveMapFrame({ latitude, longitude }: Address): string {
  const edges = [
    longitude - AROUND.east,
    latitude - AROUND.north,
    longitude + AROUND.east,
    latitude + AROUND.north,
  ];
  const shown = edges.map((edge) => edge.toFixed(4)).join("%2C");
  const pin = `${latitude}%2C${longitude}`;
  return `https://www.openstreetmap.org/export/embed.html?bbox=${shown}&layer=mapnik&marker=${pin}`;
}
