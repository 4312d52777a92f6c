// What stands around every screen: the strip above, the navigation, and what the last action did.
import type { ReactNode } from "react";
import type { Desk, Me } from "../src/contract/desk.ts";
import { NoticeBar } from "./shell/notice.tsx";
import { RequestStrip, Strip } from "./shell/strip.tsx";
import { Wall } from "./shell/wall.tsx";

type Props = { desk: Desk; line: "live" | "offline"; children: ReactNode };

function StripOf({ desk, me, offline }: { desk: Desk; me: Me; offline: boolean }) {
  const { screen } = desk;
  // The editor's says whether the words are saved, which only the editor knows.
  if (screen.name === "post-editor") return null;
  if (screen.name === "request") return <RequestStrip screen={screen} offline={offline} />;
  return <Strip desk={desk} me={me} offline={offline} />;
}

export function Shell({ desk, line, children }: Props) {
  const { me, screen } = desk;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {me && <StripOf desk={desk} me={me} offline={line === "offline"} />}
      {children}
      <NoticeBar desk={desk} />
      {me && <Wall me={me} screen={screen.name} />}
    </>
  );
}
