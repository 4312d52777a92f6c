// Where requests go, to be read only: whoever runs the server sets it.
import type { GoesTo } from "../../../src/contract/desk.ts";

export function GoesToPanel({ goesTo: { mail, is_folder, webhook, phones } }: { goesTo: GoesTo }) {
  return (
    <section className="panel stack" aria-labelledby="goes-to">
      <h2 id="goes-to">Where requests go</h2>
      <dl className="facts">
        <div>
          <dt>Kept</dt>
          <dd>on the server, before anything else</dd>
        </div>
        <div>
          <dt>Phones</dt>
          <dd>{phones === 0 ? "none yet" : phones}</dd>
        </div>
        <div>
          <dt>Mail</dt>
          <dd className="set__mail">
            {is_folder ? "nowhere: no mail server is set" : mail.join(", ")}
          </dd>
        </div>
        <div>
          <dt>Other system</dt>
          <dd>{webhook ?? "none"}</dd>
        </div>
      </dl>
      <p className="small soft">Whoever runs the server changes mail and the other system.</p>
    </section>
  );
}
