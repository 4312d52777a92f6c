// Sections of the service pages.
import { Areas } from "../areas.tsx";
import { Counters } from "../counters.tsx";
import { Durations } from "../durations.tsx";
import type { GroupComponents } from "../groups.ts";
import { IssueList } from "../issue-list.tsx";
import { NameList } from "../name-list.tsx";
import { Offerings } from "../offerings.tsx";
import { Panels } from "../panels.tsx";

export default {
  areas: Areas,
  counters: Counters,
  durations: Durations,
  "issue-list": IssueList,
  "name-list": NameList,
  offerings: Offerings,
  panels: Panels,
} satisfies GroupComponents<"service">;
