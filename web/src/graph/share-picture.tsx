// The image that chat apps and social networks show for a page. Twitter's card reads it from the Open Graph tags, all
// but the alternative text.
import type { SharePicture as Picture } from "../contract/content.ts";

export function SharePicture({ picture, origin }: { picture: Picture; origin: string }) {
  const { src, media_type, width, height, alt } = picture;
  const address = origin + src;
  return (
    <>
      <meta property="og:image" content={address} />
      <meta property="og:image:type" content={media_type} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  );
}
