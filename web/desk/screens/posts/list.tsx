// All posts, the last touched first: the gaps in each, its state for readers, and its results.
import type { PostRow, Posts, PostsShow } from "../../../src/contract/desk.ts";
import { grouped } from "../../../ui/number.ts";
import { NEW_POST, POSTS, postAddress } from "../../ui/addresses.ts";
import { CalmSea } from "../../ui/calm-sea.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { PasskeyCard } from "../passkeys/add.tsx";
import type { ScreenProps } from "../screen.ts";
import { byWords, stateWords, summary } from "./list-words.ts";
import { StateTag } from "./state.tsx";
import "./list.css";

const TABS: [PostsShow, string, keyof Posts["counts"]][] = [
  ["all", "All", "all"],
  ["draft", "Draft", "draft"],
  ["scheduled", "Scheduled", "scheduled"],
  ["published", "Published", "published"],
  ["taken-off", "Taken off", "taken_off"],
];

function PostTabs({ posts: { show, counts } }: { posts: Posts }) {
  const tabs = TABS.filter(([tab, , name]) => tab !== "taken-off" || counts[name] || tab === show);
  return (
    <Tabs
      label="Posts"
      current={show}
      tabs={tabs.map(([tab, words, name]) => ({
        name: tab,
        words,
        href: tab === "all" ? POSTS : `${POSTS}?show=${tab}`,
        count: counts[name],
      }))}
    />
  );
}

function WriteLink() {
  return (
    <a className="btn head__do" href={NEW_POST}>
      <Icon name="add" />
      Write a post
    </a>
  );
}

function Row({ row }: { row: PostRow }) {
  const now = useNow();
  const { id, title, picture, state, views, reached } = row;
  const isSeen = state === "published";
  return (
    <tr>
      <td className="posts__picture">
        {picture ? (
          <img
            src={picture.src}
            srcSet={picture.srcset ?? undefined}
            sizes={picture.srcset ? "7rem" : undefined}
            width={picture.width}
            height={picture.height}
            alt=""
            loading="lazy"
          />
        ) : (
          <span>
            <Icon name="picture" />
          </span>
        )}
      </td>
      <th scope="row">
        <a className="posts__link" href={postAddress(id)} data-row dir="auto">
          {title || "Without a title"}
        </a>
        <span className="posts__by">{byWords(row)}</span>
      </th>
      <td className="posts__state">
        <StateTag state={state} />
        <span>{stateWords(row, now)}</span>
      </td>
      <td className="posts__figure" data-h="views">
        {isSeen && grouped(views)}
      </td>
      <td className="posts__figure" data-h="reached us">
        {isSeen && grouped(reached)}
      </td>
    </tr>
  );
}

function Table({ rows }: { rows: PostRow[] }) {
  return (
    <table className="posts">
      <caption className="sr">Posts, the last touched first</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Post</th>
          <th scope="col">State</th>
          <th scope="col">Views, 28 days</th>
          <th scope="col">Reached us</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

export function PostList({ desk: { me }, screen }: ScreenProps<"posts">) {
  const now = useNow();
  const { rows, counts, more } = screen;
  // The first screen of people who see no requests.
  const card = !me?.places.includes("requests") && <PasskeyCard me={me} />;
  if (counts.all === 0)
    return (
      <main id="main">
        {card}
        <CalmSea>
          <h1>No posts yet</h1>
          <p>It begins with a title.</p>
        </CalmSea>
        <p className="posts__more">
          <WriteLink />
        </p>
      </main>
    );
  return (
    <main id="main">
      {card}
      <header className="head head--with">
        <h1>Posts</h1>
        <p>{summary(screen, now)}</p>
        <WriteLink />
      </header>
      <PostTabs posts={screen} />
      {rows.length > 0 ? <Table rows={rows} /> : <p>None of the posts is here.</p>}
      {more && (
        <p className="posts__more">
          <a className="btn btn--bare btn--flush" href={more}>
            Older ones
            <Icon name="arrow" />
          </a>
        </p>
      )}
    </main>
  );
}
