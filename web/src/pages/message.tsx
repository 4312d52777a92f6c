// The layout of a page that is one message, with links onward.
import type { ReactNode } from "react";
import type { Picture } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import "./message.css";

type MessageProps = { heading: string; picture?: Picture; children: ReactNode };

export function Message({ heading, picture, children }: MessageProps) {
  return (
    <div className="message">
      <div className="wrap">
        <div className="message__text">
          <h1>{heading}</h1>
          {children}
        </div>
        {picture && (
          <div className="message__art">
            <Drawing picture={picture} eager />
          </div>
        )}
      </div>
    </div>
  );
}
