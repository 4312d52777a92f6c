// A picture from the content, with its measures, so that nothing moves when it arrives.
import type { Picture } from "../contract/content.ts";

type DrawingProps = { picture: Picture; className?: string; eager?: boolean };

/** Loads when it comes near the screen; `eager` is for what the first view shows. */
export function Drawing({ picture, className, eager = false }: DrawingProps) {
  const { src, width, height, alt } = picture;
  const loading = eager ? undefined : ("lazy" as const);
  return (
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
}
