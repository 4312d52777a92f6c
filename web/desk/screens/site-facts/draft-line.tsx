// Under the heading: the effect of a change here. In a draft, that it is one, and the way out.
import type { SiteFacts } from "../../../src/contract/desk.ts";
import { DRAFTS, FACTS } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { draftState } from "../site/open-draft.tsx";

export function DraftLine({ screen: { draft } }: { screen: SiteFacts }) {
  if (!draft) return <p>Change one here, and every page that says it has it within a second.</p>;
  return (
    <div className="say say--warm say--under">
      <Icon name="draft" />
      <p>
        <b dir="auto">{draft.name}</b>, a draft. {draftState(draft)}
      </p>
      <div className="btns">
        <a className="btn btn--bare btn--flush" href={DRAFTS}>
          Drafts
        </a>
        <a className="btn btn--bare btn--flush" href={FACTS}>
          The live facts
        </a>
      </div>
    </div>
  );
}
