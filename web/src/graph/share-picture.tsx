// The image that chat apps and social networks show for a page, by the Open Graph tags that all of them read.
import type { SharePicture as Picture } from "../contract/content.ts";

export function SharePicture({ picture, origin }: { picture: Picture; origin: string }) {
  const { src, width, height, alt } = picture;
  const address = origin + src;
  return (
    <>
      <meta property="og:image" content={address} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
    </>
  );
}
