// To the drafts of the site, with how many wait.
import { DRAFTS } from "../../ui/addresses.ts";

export function DraftsLink({ className, drafts }: { className: string; drafts: number }) {
  return (
    <a className={className} href={DRAFTS}>
      Drafts{drafts > 0 && ` (${drafts})`}
    </a>
  );
}
