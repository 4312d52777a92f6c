// The not-found page (R35).
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useLinkTo, useSite } from "../ui/site.tsx";
import { Message } from "./message.tsx";

export function NotFound() {
  const { words } = useSite();
  const linkTo = useLinkTo();
  const { heading, text, back, links, picture } = words.not_found;
  return (
    <Message heading={heading} picture={picture}>
      <p className="lead">{text}</p>
      <div className="btns">
        <ButtonLink {...back} />
      </div>
      <ul className="message__links">
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={linkTo(to)}>
              {label} <Icon name="arrow-right" />
            </a>
          </li>
        ))}
      </ul>
    </Message>
  );
}
