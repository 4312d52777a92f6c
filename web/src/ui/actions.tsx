// A row of buttons from the content: the first one filled, the others quieter.
import type { Action, Target } from "../contract/content.ts";
import { ButtonLink } from "./button.tsx";
import type { IconName } from "./icon.tsx";

/** The company's own lines have an icon; other places have none. */
const ICONS: Record<Target, IconName> = {
  call: "phone",
  landline: "phone",
  chat: "whatsapp",
  email: "mail",
  directions: "map-pin",
};

/** Whether a target is a way to reach the company, and not a place on the site. */
export function isOwnLine(to: Target): boolean {
  return to in ICONS;
}

type Quiet = "line" | "white";

type ActionsProps = {
  actions: (Action | null | undefined)[];
  /** What the buttons after the first look like; white stands out on colour only. */
  others?: Quiet;
};

export function Actions({ actions, others = "line" }: ActionsProps) {
  const shown = actions.filter((action) => action != null);
  if (shown.length === 0) return null;
  return (
    <div className="btns">
      {shown.map(({ label, to }, place) => {
        const quiet = place > 0 ? others : null;
        const look = to === "chat" ? "chat" : quiet;
        return (
          <ButtonLink
            key={label}
            label={label}
            to={to}
            looks={look ? [look] : []}
            icon={ICONS[to]}
          />
        );
      })}
    </div>
  );
}
