// Whether somebody can sign in with their mail alone.
import type { SettingsScreen } from "../../../src/contract/desk.ts";
import { Choice } from "./choice.tsx";

const OPTIONS = [
  {
    value: "off",
    name: "Off",
    shows: "People come in with their phone's finger or face, or with a link from an owner.",
  },
  {
    value: "on",
    name: "On",
    shows:
      "Whoever has a mail address here can have a link mailed. It opens requests, posts and sums; people, settings and erasing still take a finger or face.",
  },
];

export function MailLinkPanel({ screen }: { screen: SettingsScreen }) {
  const { settings, people, with_mail: withMail, goes_to: goesTo } = screen;
  return (
    <section className="panel stack" aria-labelledby="mail-link">
      <h2 id="mail-link">A link by mail</h2>
      <Choice
        name="mail-link"
        legend="A link by mail"
        chosen={settings.mail_link ? "on" : "off"}
        options={OPTIONS}
      />
      <p className="small">
        {withMail} of {people} {people === 1 ? "person has" : "people have"} a mail address. You
        write it down under <a href="/desk/people">People</a>.
      </p>
      {goesTo.is_folder && (
        <p className="small">No mail server is set, so no link would reach anybody.</p>
      )}
    </section>
  );
}
