// Long texts.
import { Document } from "../document.tsx";
import type { GroupComponents } from "../groups.ts";

export default {
  document: Document,
} satisfies GroupComponents<"legal">;
