// The home page's hero (R4, R19): what we do, the buttons, and the illustration of a villa in cross-section.
import type { Hero as HeroContent } from "../contract/content.ts";
import { ButtonLink, MoreLink } from "../ui/button.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { callLink } from "../ui/links.ts";
import { Sentence } from "../ui/sentence.tsx";
import { useSite } from "../ui/site.tsx";
import { Proof } from "../ui/stars.tsx";
import "./hero.css";

export function Hero({ section }: { section: HeroContent }) {
  const { company } = useSite();
  const { primary, secondary, picture, picture_narrow: narrow } = section;
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="wrap hero__text">
        <div className="hero__copy">
          <h1 id="hero-heading">{section.heading}</h1>
          <p className="hero__lead">
            <Sentence text={section.lead} />
          </p>
          <div className="hero__cta">
            <ButtonLink label={section.call} to="call" icon="phone" looks={["only-narrow"]} />
            <ButtonLink
              label={section.chat}
              to="chat"
              icon="whatsapp"
              looks={["chat", "only-narrow"]}
            />
            <ButtonLink {...primary} looks={["only-wide"]} />
            <ButtonLink {...primary} looks={["line", "only-narrow"]} />
            <ButtonLink {...secondary} looks={["line", "only-wide"]} />
            <MoreLink action={secondary} className="hero__plans only-narrow" />
          </div>
          <p className="hero__tel">
            {section.urgent_before}{" "}
            <a className="num" href={callLink(company.phone)}>
              {company.phone}
            </a>{" "}
            {section.urgent_after}
          </p>
          <Proof />
        </div>
        <div className="hero__art">
          <Drawing picture={picture} narrow={narrow} eager sizes="100vw" />
        </div>
      </div>
    </section>
  );
}
