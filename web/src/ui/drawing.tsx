// A picture from the content, drawing or photo, with its measures, so that nothing moves when it arrives.
import type { Picture } from "../contract/content.ts";

/** How wide a photo is shown, where it shares a row with words from tablets on. */
const BESIDE_WORDS = "(min-width: 768px) 50vw, 100vw";
const NARROW = "(max-width: 47.99rem)";

/** What is shown of a picture, wherever it comes from. */
type Shown = Omit<Picture, "file">;

type DrawingProps = {
  picture: Shown;
  /** Takes its place on narrow screens. */
  narrow?: Shown;
  className?: string;
  eager?: boolean;
  /** How wide it is shown, so that the browser loads the photo that fits; drawings need none. */
  sizes?: string;
};

/** Loads when it comes near the screen; `eager` is for what the first view shows. */
export function Drawing(props: DrawingProps) {
  const { picture, narrow, className, eager = false, sizes = BESIDE_WORDS } = props;
  const { src, srcset, width, height, alt } = picture;
  const loading = eager ? undefined : ("lazy" as const);
  const image = (
    <img
      className={className}
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={loading}
      decoding={eager ? undefined : "async"}
      fetchPriority={eager ? "high" : undefined}
    />
  );
  if (!narrow && !srcset) return image;
  return (
    <picture>
      {narrow && <NarrowSources picture={narrow} />}
      {srcset && <source type="image/webp" srcSet={srcset} sizes={sizes} />}
      {image}
    </picture>
  );
}

function NarrowSources({ picture: { src, srcset, width, height } }: { picture: Shown }) {
  const measures = { width, height };
  return (
    <>
      {srcset && (
        <source media={NARROW} type="image/webp" srcSet={srcset} sizes="100vw" {...measures} />
      )}
      <source media={NARROW} srcSet={src} {...measures} />
    </>
  );
}
