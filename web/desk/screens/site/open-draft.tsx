// The draft that is changed on this screen, if it isn't the site itself: every form below sends its id, and every link
// stays in it.
import { createContext, type ReactNode, useContext } from "react";
import type { SiteDraft } from "../../../src/contract/desk.ts";
import { ActionsProvider, useActions } from "../../ui/actions.tsx";
import { siteAddress } from "../../ui/addresses.ts";
import { goesLiveWords } from "../../ui/dubai.ts";

const OpenDraft = createContext<SiteDraft | null>(null);

type Props = { draft: SiteDraft | null; children: ReactNode };

export function DraftScope({ draft, children }: Props) {
  const actions = useActions();
  return (
    <OpenDraft value={draft}>
      <ActionsProvider value={draft ? { ...actions, fields: { draft: draft.id } } : actions}>
        {children}
      </ActionsProvider>
    </OpenDraft>
  );
}

export const useOpenDraft = () => useContext(OpenDraft);

/** The address of a page beside its sheet, in the draft that is open. */
export function useSiteAddress() {
  const id = useOpenDraft()?.id;
  return (at: string, piece?: string) => siteAddress(at, piece, id);
}

/** When visitors see it. */
export const draftState = ({ goes_live_at: at }: SiteDraft) =>
  at == null ? "Nobody sees it yet." : goesLiveWords(at);

const LIVE_WORDS = {
  keep: "Put it live",
  after: "Every visitor has it within a second.",
  until: "it's live",
  typed: "not live yet",
};

const DRAFT_WORDS: typeof LIVE_WORDS = {
  keep: "Keep in the draft",
  after: "Nobody sees it until the draft goes live.",
  until: "it's in the draft",
  typed: "not in the draft yet",
};

/** Words for the buttons' effect here. */
export const useKeepWords = () => (useOpenDraft() ? DRAFT_WORDS : LIVE_WORDS);
