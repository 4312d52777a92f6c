// What stands around every screen: the strip above, the navigation, and what the last action did.
import type { ReactNode } from "react";
import type { Desk, Me } from "../src/contract/desk.ts";
import { NoticeBar } from "./shell/notice.tsx";
import { RequestStrip, Strip } from "./shell/strip.tsx";
import { Wall } from "./shell/wall.tsx";

type Props = {
  desk: Desk;
  line: "live" | "offline";
  /** How many taps are kept for later. */
  taps: number;
  children: ReactNode;
};

type StripProps = { desk: Desk; me: Me; offline: boolean; taps: number };

function StripOf({ desk, me, offline, taps }: StripProps) {
  const { screen } = desk;
  // These have a strip of their own: it says what only they know, such as whether the words are saved.
  if (screen.name === "post-editor" || screen.name === "site") return null;
  if (screen.name === "request")
    return <RequestStrip screen={screen} offline={offline} taps={taps} />;
  return <Strip desk={desk} me={me} offline={offline} taps={taps} />;
}

export function Shell({ desk, line, taps, children }: Props) {
  const { me, screen } = desk;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {me && <StripOf desk={desk} me={me} offline={line === "offline"} taps={taps} />}
      {children}
      <NoticeBar desk={desk} />
      {me && <Wall me={me} screen={screen.name} />}
    </>
  );
}
