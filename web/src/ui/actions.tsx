// A row of buttons from the content; the first one is filled, the others are outlined or white.
import type { Action, Target } from "../contract/content.ts";
import { ButtonLink } from "./button.tsx";
import type { IconName } from "./icon.tsx";

/** The icons of the company's contact channels; links to pages have none. */
const ICONS: Record<Target, IconName> = {
  call: "phone",
  landline: "phone",
  chat: "whatsapp",
  email: "mail",
  directions: "map-pin",
};

/** Whether a target is a contact channel rather than a page. */
export function isContact(to: Target): boolean {
  return to in ICONS;
}

type Quiet = "line" | "white";

type ActionsProps = {
  actions: (Action | null | undefined)[];
  /** The look of the buttons after the first; white only stands out on a coloured ground. */
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
