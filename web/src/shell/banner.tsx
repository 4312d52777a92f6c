// The emergency banner above the header (R1): call, book online, dismiss.
import { DISMISS } from "../browser/banner-dismissal.ts";
import { Icon } from "../ui/icon.tsx";
import { callLink } from "../ui/links.ts";
import { useLinkTo, useSite } from "../ui/site.tsx";
import "./banner.css";

export function Banner() {
  const { company, words } = useSite();
  const linkTo = useLinkTo();
  const { banner } = words;
  return (
    <aside className="alert on-dark" aria-label={banner.label}>
      <div className="wrap alert__in">
        <p>
          <span className="alert__dot" aria-hidden="true" />
          {banner.title} <span className="alert__text">{banner.text}</span>
        </p>
        <a className="alert__call" href={callLink(company.phone)}>
          <Icon name="phone" />
          <span className="only-narrow">{banner.call}</span>
          <span className="only-wide num">{company.phone}</span>
        </a>
        <a href={linkTo(banner.book.to)}>{banner.book.label}</a>
        <button type="button" aria-label={banner.dismiss} {...{ [DISMISS]: "" }}>
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}
