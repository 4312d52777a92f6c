// What stands around every screen: the strip above, the navigation, and what the last action did.
import type { ReactNode } from "react";
import type { Desk } from "../src/contract/desk.ts";
import { NoticeBar } from "./shell/notice.tsx";
import { RequestStrip, Strip } from "./shell/strip.tsx";
import { Wall } from "./shell/wall.tsx";

type Props = { desk: Desk; line: "live" | "offline"; children: ReactNode };

export function Shell({ desk, line, children }: Props) {
  const { me, screen } = desk;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {me &&
        (screen.name === "request" ? (
          <RequestStrip screen={screen} offline={line === "offline"} />
        ) : (
          <Strip desk={desk} me={me} offline={line === "offline"} />
        ))}
      {children}
      <NoticeBar desk={desk} />
      {me && <Wall me={me} screen={screen.name} />}
    </>
  );
}
