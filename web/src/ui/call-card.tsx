// A card with a call and a chat button.
import { ButtonLink } from "./button.tsx";
import { useSite } from "./site.tsx";
import "./call-card.css";

type CallCardProps = {
  heading: string;
  /** The heading's level on the page. */
  level: "h2" | "h3";
  text: string;
  /** The chat button's label. */
  chat: string;
};

export function CallCard({ heading, level: Heading, text, chat }: CallCardProps) {
  const { phone } = useSite().company;
  return (
    <div className="callcard">
      <Heading className="callcard__heading">{heading}</Heading>
      <p>{text}</p>
      <div className="btns">
        <ButtonLink label={phone} to="call" icon="phone" looks={["small"]} />
        <ButtonLink label={chat} to="chat" icon="whatsapp" looks={["white", "small"]} />
      </div>
    </div>
  );
}
