// The words and facts that the site shows, read from content/ as the server reads them.
// Sentences that the specification fixes stand in the tests themselves.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../../scripts/shared/amwaj.mjs";

const read = (file: string): any => parse(readFileSync(join(ROOT, "content", file), "utf8"));

export const company = read("company.toml");
export const navigation = read("navigation.toml");
export const words = read("words.toml");
export const plans = read("plans.toml").plans as any[];
export const testimonials = read("testimonials.toml").testimonials as any[];
export const home = read("pages/home.toml");
export const serviceNames = Object.fromEntries(
  (navigation.services as string[]).map((slug) => [
    slug,
    read(`services/${slug}.toml`).name as string,
  ]),
);

/** The first section of this kind on the home page. */
export const section = (kind: string): any => home.sections.find((one: any) => one.kind === kind);

/** `+971 4 000 0000` as a telephone link dials it. */
export const dialled = (number: string): string => `tel:+${number.replace(/\D/g, "")}`;

/** `+971 50 000 0000` as a link into the chat app. */
export const chatAddress = (number: string): string => `https://wa.me/${number.replace(/\D/g, "")}`;

const services = (navigation.services as string[]).map((slug) => ({
  slug,
  ...read(`services/${slug}.toml`),
}));

/** First values of the form for a visitor who comes from a service's page. */
export const formStarts: { slug: string; service: string; message: string }[] = services.map(
  ({ slug, name, request_service }) => ({
    slug,
    service: request_service ?? "",
    message: request_service ? "" : `${name}: `,
  }),
);

/** The chat link of a page, with the message that it starts with. */
export function chatLinkOn(path: string): string {
  const topic = services.find(({ slug }) => path === `/services/${slug}`)?.chat_topic;
  const text = topic ? words.chat.about.replace("{topic}", topic) : words.chat.greeting;
  return `${chatAddress(company.chat)}?text=${encodeURIComponent(text)}`;
}
