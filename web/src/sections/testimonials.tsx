// Testimonials (R17), styled as job slips with a torn edge.
import { useId } from "react";
import type { Testimonial, TestimonialSlips } from "../contract/content.ts";
import { Sample } from "../ui/sample.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { Proof, Stars } from "../ui/stars.tsx";
import "./testimonials.css";

function Slip({ quote, author, location, rating, service, sample }: Testimonial) {
  return (
    <figure className="slip">
      <Stars value={rating} />
      {sample && <Sample />}
      <blockquote>{quote}</blockquote>
      <figcaption>
        <span>
          <cite>{author}</cite>
          {location}
        </span>
        <span>{service}</span>
      </figcaption>
    </figure>
  );
}

/** On narrow screens the row scrolls sideways; it is focusable, so that the keyboard can scroll it too. */
export function Testimonials({ section }: { section: TestimonialSlips }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading}>
          <Proof />
        </BandHead>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className="slips" tabIndex={0} aria-label={section.label}>
          {section.testimonials.map((testimonial) => (
            <Slip key={testimonial.author} {...testimonial} />
          ))}
        </section>
      </div>
    </Band>
  );
}
