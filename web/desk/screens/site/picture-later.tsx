// The form of a picture, whose file is loaded once a picture is chosen.
import { lazy, Suspense } from "react";
import type { PictureProps } from "./picture.tsx";
import { AWAY } from "./server.ts";

const NotThere = () => <p className="small">{AWAY}</p>;

const load = async () => ({ default: (await import("./picture.tsx")).PictureForm });

const Form = lazy(() => load().catch(() => ({ default: NotThere })));

export function LaterPictureForm(props: PictureProps) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
