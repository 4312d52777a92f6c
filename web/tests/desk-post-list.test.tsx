// The list of posts, the first step of a new one, an earlier version beside the present one; and what was done, in words.
import { renderToStaticMarkup } from "react-dom/server.browser";
import { describe, expect, test, vi } from "vitest";
import { byWords, stateWords, summary } from "../desk/screens/posts/list-words.ts";
import { blocksOf } from "../desk/screens/posts/revision.tsx";
import { POST_VIEWS } from "../desk/screens/posts/views.ts";
import { NoticeBar } from "../desk/shell/notice.tsx";
import { noticeWords } from "../desk/shell/notice-words.ts";
import { ActionsProvider } from "../desk/ui/actions.tsx";
import { ClockProvider } from "../desk/ui/clock.tsx";
import type { Desk, Notice, PostRow, Posts, Screen } from "../src/contract/desk.ts";
import { at, deskOf, editorDesk, NOW } from "./desk-post.ts";
import { click, show } from "./render.tsx";

const ROW: PostRow = {
  id: "p1",
  title: "Five jobs",
  author: "Layla Saleh",
  picture: null,
  state: "draft",
  published_at: null,
  changed_at: at("13:52"),
  unpublished: false,
  mistakes: 0,
  views: 0,
  reached: 0,
};
const SCHEDULED: PostRow = { ...ROW, id: "p2", state: "scheduled", published_at: at("09:00", 27) };
const PUBLISHED: PostRow = {
  ...ROW,
  id: "p3",
  state: "published",
  published_at: Date.parse("2026-10-20T09:00:00+04:00"),
  views: 1204,
  reached: 61,
};

const POSTS: Posts = {
  show: "all",
  rows: [ROW, SCHEDULED, PUBLISHED],
  counts: { all: 4, draft: 2, scheduled: 1, published: 1, taken_off: 0 },
  more: "/desk/posts?before=7",
};
const counted = (counts: Partial<Posts["counts"]>, rows = POSTS.rows): Posts => ({
  ...POSTS,
  rows,
  counts: { all: 1, draft: 0, scheduled: 0, published: 0, taken_off: 0, ...counts },
});

const send = vi.fn(async () => null);

function on(desk: Desk) {
  const { screen } = desk;
  const View = POST_VIEWS[screen.name as "posts"];
  return (
    <ClockProvider serverNow={NOW}>
      <ActionsProvider value={{ send, drop: () => {}, take: () => {}, dismiss: () => {} }}>
        <View desk={desk} screen={screen as Screen & { name: "posts" }} />
        <NoticeBar desk={desk} />
      </ActionsProvider>
    </ClockProvider>
  );
}

const rendered = (desk: Desk): Document =>
  new DOMParser().parseFromString(renderToStaticMarkup(on(desk)), "text/html");

describe("the list's sentence", () => {
  test("says what goes live, and how many are being written", () => {
    expect(summary(POSTS, NOW)).toBe("One goes live on Friday by itself. Two are being written.");
    expect(summary(counted({ draft: 1 }), NOW)).toBe("One is being written.");
    expect(summary(counted({ published: 12 }), NOW)).toBe("12 are published.");
  });
  test("gives no day that it doesn't know", () => {
    expect(summary(counted({ scheduled: 1 }, [ROW]), NOW)).toBe("One goes live by itself.");
    expect(summary(counted({ scheduled: 2 }), NOW)).toBe("Two go live by themselves.");
  });
  test("names the next day of several, and a date further away", () => {
    const later = { ...SCHEDULED, published_at: Date.parse("2027-01-12T09:00:00+04:00") };
    expect(summary(counted({ scheduled: 2 }, [later, SCHEDULED]), NOW)).toBe(
      "Two go live by themselves, the next on Friday.",
    );
    expect(summary(counted({ scheduled: 1 }, [later]), NOW)).toBe(
      "One goes live on 12 January 2027 by itself.",
    );
  });
});

test("a row says what is missing, and since when it is what it is", () => {
  expect(byWords({ ...ROW, mistakes: 1, unpublished: true })).toBe(
    "Layla Saleh · 1 thing to mend · changes readers don't see yet",
  );
  expect(byWords({ ...ROW, author: null })).toBe("No author yet");
  expect(stateWords(ROW, NOW)).toBe("last touched 13:52");
  expect(stateWords(SCHEDULED, NOW)).toBe("Fri 27 Nov, 09:00");
  expect(stateWords(PUBLISHED, NOW)).toBe("20 October 2026");
});

test("the list is a table with headers, and has figures of what is published only", () => {
  const page = rendered(deskOf({ name: "posts", ...POSTS }));
  const texts = (selector: string) =>
    [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('thead th[scope="col"]')).toEqual(["Post", "State", "Views, 28 days", "Reached us"]);
  expect(texts("tbody tr:last-child td").slice(1)).toEqual([
    "Published20 October 2026",
    "1,204",
    "61",
  ]);
  expect(texts("tbody tr:first-child td").slice(2)).toEqual(["", ""]);
  expect(texts(".tabs a")).toEqual(["All 4", "Draft 2", "Scheduled 1", "Published 1"]);
  expect(page.querySelector("tbody a")?.getAttribute("href")).toBe("/desk/posts/p1");
  expect(page.querySelector(".posts__more a")?.getAttribute("href")).toBe(POSTS.more);
});

test("without any post, one is asked for", () => {
  const page = rendered(deskOf({ name: "posts", ...counted({ all: 0 }, []) }));
  expect(page.querySelector("h1")?.textContent).toBe("No posts yet");
  expect(page.querySelector("main a")?.getAttribute("href")).toBe("/desk/posts/new");
});

test("a new post asks for its title, and says why one won't do", async () => {
  const asking = { name: "new-post", title: "", complaint: null } as const;
  await show(on(deskOf(asking)));
  const field = document.querySelector<HTMLInputElement>("input[name=title]");
  if (field) field.value = "Five jobs";
  await click("form button");
  expect(send).toHaveBeenLastCalledWith(
    "/desk/posts/new",
    expect.objectContaining({ title: "Five jobs" }),
  );
  await show(on(deskOf({ ...asking, complaint: "Too short." })));
  expect(field?.value).toBe("Five jobs");
  const complaint = document.getElementById(field?.getAttribute("aria-describedby") ?? "");
  expect([complaint?.getAttribute("role"), complaint?.textContent]).toEqual([
    "alert",
    "Too short.",
  ]);
});

test("an earlier version stands beside the present one, with words for who can't see the columns", async () => {
  const lines = [
    { side: "skipped" as const, text: "" },
    { side: "earlier" as const, text: "One" },
    { side: "earlier" as const, text: "Two" },
    { side: "present" as const, text: "Three" },
    { side: "both" as const, text: "Four" },
  ];
  expect(blocksOf(lines).map(({ side }) => side)).toEqual([
    "skipped",
    "earlier",
    "present",
    "both",
  ]);
  const revision = {
    number: 3,
    at: at("13:40"),
    by: "Layla Saleh",
    mine: false,
    change: { change: "reworded" as const, text: "Three" },
    is_live: false,
  };
  const revisionDesk = deskOf({
    name: "post-revision",
    id: "p1",
    title: "Five jobs",
    revision,
    fields: [{ field: "body", lines }],
  });
  await show(on(revisionDesk));
  expect(document.querySelector("del")?.textContent).toBe("Only then: One\nTwo");
  expect(document.querySelector("ins")?.textContent).toBe("Only now: Three");
  await click(".head__do button");
  expect(send).toHaveBeenCalledWith(
    "/desk/posts/p1/restore",
    expect.objectContaining({ revision: "3" }),
  );
});

describe("what was done", () => {
  const undo = { live: 4, draft: true, published_at: 17 };
  const shown = (changes: object) =>
    ({
      notice: "post-shown",
      id: "p1",
      title: "x",
      state: "published",
      published_at: null,
      undo,
      ...changes,
    }) as Notice;

  test.each<[Notice, string]>([
    [shown({}), "Live. Everybody has it within a second."],
    [
      shown({ state: "scheduled", published_at: at("09:00", 27) }),
      "It goes live on Friday 27 November at 09:00.",
    ],
    [shown({ state: "taken-off" }), "Taken off. Visitors get “not found”; the text stays here."],
    [shown({ state: "draft" }), "It's a draft again. Readers don't see it."],
    [
      {
        notice: "post-refused",
        what: "the link leads nowhere",
        instead: "did you mean /contact-us?",
      },
      "It isn't live: the link leads nowhere; did you mean /contact-us?",
    ],
    [
      { notice: "post-restored", number: 7 },
      "It's as it was then. What you had is kept as a revision.",
    ],
    [
      { notice: "post-renamed", slug: "six-jobs", former: "five-jobs" },
      "It's at /blogs/six-jobs now. The old address leads there.",
    ],
  ])("is said: %j", (notice, words) => {
    expect(noticeWords(notice)).toBe(words);
  });

  test("can be taken back, to what readers saw before", async () => {
    await show(on(editorDesk({}, shown({}))));
    await click(".toast button");
    expect(send).toHaveBeenLastCalledWith(
      "/desk/posts/p1/put-back",
      expect.objectContaining({ live: "4", draft: "true", published_at: "17" }),
    );
  });
});
