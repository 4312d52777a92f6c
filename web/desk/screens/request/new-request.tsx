// A request that came by phone, by WhatsApp or in person, written down while the customer speaks.
import { PostForm } from "../../ui/actions.tsx";
import { INBOX, NEW_REQUEST } from "../../ui/addresses.ts";
import { Complaint } from "../entry-page.tsx";
import type { ScreenProps } from "../screen.ts";
import "./new-request.css";

const WAYS = [
  { value: "phone", words: "By phone" },
  { value: "whatsapp", words: "By WhatsApp" },
  { value: "in-person", words: "In person" },
];

function Ways() {
  return (
    <fieldset className="role new-request__ways">
      <legend>How did they reach us?</legend>
      {WAYS.map(({ value, words }) => (
        <label key={value}>
          <input type="radio" name="way" value={value} defaultChecked={value === "phone"} />
          <b>{words}</b>
        </label>
      ))}
    </fieldset>
  );
}

function Customer() {
  return (
    <>
      <div className="field">
        <label htmlFor="name">Name</label>
        <input id="name" name="name" required maxLength={200} autoComplete="off" dir="auto" />
      </div>
      <div className="field">
        <label htmlFor="phone">Phone number</label>
        <input
          id="phone"
          name="phone"
          type="tel"
          required
          maxLength={60}
          autoComplete="off"
          dir="ltr"
          placeholder="050 123 4567"
        />
      </div>
    </>
  );
}

function Work({ services }: { services: string[] }) {
  return (
    <>
      <div className="field">
        <label htmlFor="service">Service</label>
        <select id="service" name="service" required defaultValue="">
          <option value="" disabled>
            Choose one
          </option>
          {services.map((service) => (
            <option key={service}>{service}</option>
          ))}
          <option>Something else</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor="message">
          What is wrong, and where? <span>(may be left empty)</span>
        </label>
        <textarea id="message" name="message" rows={4} maxLength={10_000} dir="auto" />
      </div>
      <div className="role">
        <label>
          <input type="checkbox" name="urgent" value="true" />
          <b>It's urgent</b>
          <span>They are promised the answer that emergencies get.</span>
        </label>
      </div>
    </>
  );
}

export function NewRequestView({ screen: { services, complaint } }: ScreenProps<"new-request">) {
  return (
    <main id="main">
      <PostForm action={NEW_REQUEST} className="new-request stack">
        <h1>Add a request</h1>
        <p>
          It is on the list for everybody, is mailed, and has its time like the requests from the
          website.
        </p>
        <Ways />
        <Customer />
        <Work services={services} />
        <div className="field">
          <label htmlFor="campaign">
            How did they find us? <span>(if they say)</span>
          </label>
          <input
            id="campaign"
            name="campaign"
            maxLength={300}
            autoComplete="off"
            dir="auto"
            placeholder="Google, a neighbour, a leaflet"
          />
        </div>
        {complaint && <Complaint>{complaint}</Complaint>}
        <div className="btns">
          <button type="submit" className="btn btn--big">
            Add it
          </button>
          <a className="btn btn--bare btn--big" href={INBOX}>
            Back to the list
          </a>
        </div>
      </PostForm>
    </main>
  );
}
