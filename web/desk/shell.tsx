// Frame of every screen: the strip above, the navigation, and the result of the last action.
import type { ReactNode } from "react";
import type { Desk, Me, Row } from "../src/contract/desk.ts";
import { NoticeBar } from "./shell/notice.tsx";
import { RequestStrip, Strip } from "./shell/strip.tsx";
import { Wall } from "./shell/wall.tsx";

type Props = {
  desk: Desk;
  /** Those who came since the list was opened. */
  news: Row[];
  line: "live" | "offline";
  /** Number of taps kept for later. */
  taps: number;
  children: ReactNode;
};

type StripProps = { desk: Desk; me: Me; news: Row[]; offline: boolean; taps: number };

function StripOf({ desk, me, news, offline, taps }: StripProps) {
  const { screen } = desk;
  // These have a strip of their own: it says what only they know, such as whether the words are saved.
  if (screen.name === "post-editor" || screen.name === "site") return null;
  if (screen.name === "request")
    return <RequestStrip screen={screen} asOf={desk.now} offline={offline} taps={taps} />;
  return <Strip desk={desk} me={me} news={news} offline={offline} taps={taps} />;
}

export function Shell({ desk, news, line, taps, children }: Props) {
  const { me, screen } = desk;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {me && <StripOf desk={desk} me={me} news={news} offline={line === "offline"} taps={taps} />}
      {children}
      <NoticeBar desk={desk} />
      {me && <Wall me={me} screen={screen.name} />}
    </>
  );
}
