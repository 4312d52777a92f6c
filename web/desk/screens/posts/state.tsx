// State of a post for its readers, as a tag with an icon and a word.
import type { PostStatus } from "../../../src/contract/desk.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

export const STATES: Record<PostStatus, { icon: IconName; words: string; look: string }> = {
  draft: { icon: "draft", words: "Draft", look: "pill" },
  scheduled: { icon: "scheduled", words: "Scheduled", look: "pill pill--warm" },
  published: { icon: "published", words: "Published", look: "pill pill--ok" },
  "taken-off": { icon: "close", words: "Taken off", look: "pill pill--line" },
};

export function StateTag({ state }: { state: PostStatus }) {
  const { icon, words, look } = STATES[state];
  return (
    <span className={look}>
      <Icon name={icon} />
      {words}
    </span>
  );
}
