// State of the copies elsewhere, read-only: whoever runs the server sets them.
import type { CopiesView } from "../../../src/contract/desk.ts";
import { useNow } from "../../ui/clock.tsx";
import { saidWhen } from "../../ui/dubai.ts";

function words({ is_set: isSet, problem }: CopiesView): string {
  if (!isSet) return "None are set here. If the server is lost, so are the requests on it.";
  if (problem) return `Look at this with whoever runs the server: ${problem}.`;
  return "One is made soon after anything changes. Each week one is brought back, to prove that it can be.";
}

export function CopiesPanel({ copies }: { copies: CopiesView }) {
  const now = useNow();
  const { newest, restored } = copies;
  return (
    <section className="panel stack" aria-labelledby="copies">
      <h2 id="copies">Copies elsewhere</h2>
      {(newest ?? restored) !== null && (
        <dl className="facts">
          <div>
            <dt>Newest</dt>
            <dd>{newest === null ? "none yet" : saidWhen(newest, now)}</dd>
          </div>
          <div>
            <dt>Brought back</dt>
            <dd>{restored === null ? "never yet" : saidWhen(restored, now)}</dd>
          </div>
        </dl>
      )}
      <p className="small soft">{words(copies)}</p>
    </section>
  );
}
