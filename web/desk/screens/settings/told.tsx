// Whose phones ring, and when.
import type { Audience, DeskSettings } from "../../../src/contract/desk.ts";

const AUDIENCES: { value: Audience; words: string }[] = [
  { value: "everybody", words: "Everybody" },
  { value: "office", words: "The office" },
  { value: "owners", words: "Owners" },
];

const OCCASIONS = (settings: DeskSettings) => [
  { name: "told-new", words: "A request comes in", chosen: settings.told_new },
  { name: "told-half", words: "Half of its time is gone", chosen: settings.told_half },
  { name: "told-late", words: "It's late", chosen: settings.told_late },
];

export function ToldPanel({ settings }: { settings: DeskSettings }) {
  return (
    <section className="panel stack" aria-labelledby="told">
      <h2 id="told">Whose phones ring</h2>
      <div className="set__told">
        {OCCASIONS(settings).map(({ name, words, chosen }) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{words}</label>
            <select id={name} name={name} defaultValue={chosen}>
              {AUDIENCES.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <p className="small">
        If none of theirs can be reached, everybody else's ring: no request waits for one phone.
      </p>
    </section>
  );
}
