// Settings for owners: words on a locked phone, people told, WhatsApp texts, the link by mail; and where requests go.
import type { DeskSettings, LockedScreen } from "../../src/contract/desk.ts";
import { PostForm } from "../ui/actions.tsx";
import { LAUNCH } from "../ui/addresses.ts";
import type { ScreenProps } from "./screen.ts";
import { ChatFields } from "./settings/chat-fields.tsx";
import { Choice } from "./settings/choice.tsx";
import { CopiesPanel } from "./settings/copies.tsx";
import { GoesToPanel } from "./settings/goes-to.tsx";
import { MailLinkPanel } from "./settings/mail-link.tsx";
import { ToldPanel } from "./settings/told.tsx";
import "./settings/settings.css";

const LOCKED: { value: LockedScreen; name: string; shows: string }[] = [
  { value: "service", name: "The service", shows: "“AC repair, emergency. Answer by 14:18”" },
  {
    value: "name",
    name: "The name too",
    shows: "“AC repair, emergency: Fatima Al Mansoori. Answer by 14:18”",
  },
  { value: "request", name: "Only that there is one", shows: "“A request. Answer by 14:18”" },
];

export function SettingsView({ desk, screen }: ScreenProps<"settings">) {
  const { settings } = screen;
  return (
    <main id="main">
      <header className="head">
        <h1>Settings</h1>
        <p>They count for everybody, from the moment you save them.</p>
        <a className="btn btn--bare btn--flush" href={LAUNCH}>
          Before launch: what is still to do
        </a>
      </header>
      <div className="set">
        <PostForm action="/desk/settings" className="set__form">
          {/* Values from another save or an undo replace those typed. */}
          <div key={JSON.stringify(settings)} className="set__form">
            <LockedPanel settings={settings} />
            <ToldPanel settings={settings} />
            <section className="panel stack" aria-labelledby="chat">
              <h2 id="chat">What WhatsApp says first</h2>
              <ChatFields
                usual={settings.chat}
                me={desk.me?.name ?? ""}
                company={desk.company}
                placeholders={screen.placeholders}
              />
            </section>
            <MailLinkPanel screen={screen} />
          </div>
          <button type="submit" className="btn btn--big set__save">
            Save
          </button>
        </PostForm>
        <div className="set__form">
          <GoesToPanel goesTo={screen.goes_to} />
          {screen.copies && <CopiesPanel copies={screen.copies} />}
        </div>
      </div>
    </main>
  );
}

function LockedPanel({ settings }: { settings: DeskSettings }) {
  return (
    <section className="panel stack" aria-labelledby="locked">
      <h2 id="locked">What a locked phone shows</h2>
      <Choice
        name="locked-screen"
        legend="What a locked phone shows"
        chosen={settings.locked_screen}
        options={LOCKED}
      />
    </section>
  );
}
