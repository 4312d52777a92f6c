// The floating call and chat buttons (R7), in their corners on every page; they step aside for what they would cover.
import { useRef } from "react";
import { fill } from "../../ui/fill.ts";
import { Icon } from "../ui/icon.tsx";
import { callLink } from "../ui/links.ts";
import { useLinkTo, useSite } from "../ui/site.tsx";
import { useStepAside } from "./step-aside.ts";
import "./floating.css";

export function FloatingButtons() {
  const { company, words } = useSite();
  const linkTo = useLinkTo();
  const floats = useRef<HTMLElement>(null);
  const aside = useStepAside(floats);
  const { floating, labels } = words;
  const call = fill(labels.call_number, { number: company.phone });
  return (
    <aside
      className={aside ? "floats floats--aside" : "floats"}
      ref={floats}
      aria-label={labels.reach_us}
    >
      <a className="float float--call on-dark" href={callLink(company.phone)} aria-label={call}>
        <Icon name="phone" />
        <span>{floating.call}</span>
      </a>
      <a className="float float--chat on-dark" href={linkTo("chat")} aria-label={labels.chat}>
        <Icon name="whatsapp" />
        <span>{floating.chat}</span>
      </a>
    </aside>
  );
}
