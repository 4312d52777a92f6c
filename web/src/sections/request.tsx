// The section with the request form (anchor `contact`), beside the other ways to reach the company.
import { useId } from "react";
import type { RequestSection } from "../contract/content.ts";
import { RequestForm } from "../request-form/request-form.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Tile } from "../ui/icon.tsx";
import { callLink } from "../ui/links.ts";
import { Band } from "../ui/section.tsx";
import { Figures } from "../ui/sentence.tsx";
import { useLinkTo, useSite } from "../ui/site.tsx";
import type { PageView } from "./page-view.ts";
import "./request.css";

function Ways({ section }: { section: RequestSection }) {
  const { company } = useSite();
  const linkTo = useLinkTo();
  return (
    <div className="ways">
      <a className="way" href={callLink(company.phone)}>
        <Tile name="phone" />
        <span>
          <small>{section.call}</small>
          <b className="num">{company.phone}</b>
        </span>
      </a>
      <a className="way" href={linkTo("chat")}>
        <Tile name="whatsapp" look="chat" />
        <span>
          <small>{section.chat}</small>
          <b className="num">{company.chat}</b>
        </span>
      </a>
      <div className="way">
        <Tile name="clock" look="plain" />
        <span>
          <small>{section.hours}</small>
          <b>
            <Figures text={company.hours.office} />
          </b>
          {company.hours.notices.map((notice) => (
            <small key={notice}>{notice}</small>
          ))}
        </span>
      </div>
    </div>
  );
}

/** On the answer page, the form is the only content and its heading is the h1. */
export function Request({ section, view }: { section: RequestSection; view: PageView }) {
  const heading = useId();
  const Heading = view.page.page === "request-answer" ? "h1" : "h2";
  return (
    <Band ground={section.ground} anchor={section.anchor} className="request" labelledBy={heading}>
      <div className="wrap request__grid">
        <div>
          <Heading id={heading}>{section.heading}</Heading>
          <p className="lead">{section.lead}</p>
          <Ways section={section} />
          {section.picture && (
            <Drawing picture={section.picture} className="request__art" sizes="40vw" />
          )}
        </div>
        <RequestForm words={section.form} prefill={view.prefill} answer={view.answer} />
      </div>
    </Band>
  );
}
