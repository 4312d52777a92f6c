// An image from the content, illustration or photo, with its size, so that nothing moves when it loads.
import type { Picture } from "../contract/content.ts";

/** The `sizes` of a photo that shares a row with text from tablets up. */
const BESIDE_WORDS = "(min-width: 768px) 50vw, 100vw";
const NARROW = "(max-width: 47.99rem)";

type DrawingProps = {
  picture: Picture;
  /** Replaces it on narrow screens. */
  narrow?: Picture;
  className?: string;
  eager?: boolean;
  /** The `sizes` attribute, so that the browser picks the right photo; illustrations need none. */
  sizes?: string;
};

/** Loads when it is near the viewport; `eager` is for the first view. */
export function Drawing(props: DrawingProps) {
  const { picture, narrow, className, eager = false, sizes = BESIDE_WORDS } = props;
  const { src, srcset, width, height, alt, focus } = picture;
  // A photo in the first view is its largest element. A drawing isn't: the font comes first.
  const priority = srcset ? ("high" as const) : ("low" as const);
  const loading = eager ? undefined : ("lazy" as const);
  const image = (
    <img
      className={className}
      src={src}
      width={width}
      height={height}
      alt={alt}
      data-focus={focus}
      loading={loading}
      decoding={eager ? undefined : "async"}
      fetchPriority={eager ? priority : undefined}
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

function NarrowSources({ picture: { src, srcset, width, height } }: { picture: Picture }) {
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
