// Links that look like buttons, and links with an arrow. Label and target come from the content.
import type { Action, Target } from "../contract/content.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useLinkTo } from "./site.tsx";
import "./icon.css";
import "./button.css";

type Look = "line" | "white" | "sun" | "chat" | "small" | "full" | "only-narrow" | "only-wide";

const CLASSES: Record<Look, string> = {
  line: "btn--line",
  white: "btn--white",
  sun: "btn--sun",
  chat: "btn--chat",
  small: "btn--sm",
  full: "btn--full",
  "only-narrow": "only-narrow",
  "only-wide": "only-wide",
};

/** The class names of a button with these looks. */
export function buttonClass(...looks: Look[]): string {
  return ["btn", ...looks.map((look) => CLASSES[look])].join(" ");
}

type ButtonLinkProps = { label: string; to: Target; looks?: Look[]; icon?: IconName };

export function ButtonLink({ label, to, looks = [], icon }: ButtonLinkProps) {
  const linkTo = useLinkTo();
  return (
    <a className={buttonClass(...looks)} href={linkTo(to)}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );
}

/** A link with an arrow, which moves on hover. */
export function MoreLink({ action, className }: { action: Action; className?: string }) {
  const linkTo = useLinkTo();
  return (
    <a className={className ? `more ${className}` : "more"} href={linkTo(action.to)}>
      {action.label} <Icon name="arrow-right" />
    </a>
  );
}
