// The form of a picture, whose file is loaded once a picture is chosen. Until then, the page shows what the server drew.
import { type ComponentType, lazy, Suspense } from "react";
import type { PictureProps } from "./picture.tsx";
import { AWAY } from "./server.ts";

const NotThere = () => <p className="small">{AWAY}</p>;

const load = () => import("./picture.tsx").then(({ PictureForm }) => ({ default: PictureForm }));

let Form: ComponentType<PictureProps> = lazy(() => load().catch(() => ({ default: NotThere })));

/** The server has it from the start. */
export function providePictureForm(loaded: ComponentType<PictureProps>): void {
  Form = loaded;
}

export function LaterPictureForm(props: PictureProps) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
