// The blog's page module: the list and the posts, and the functions that load them after a click.
import { List } from "../blog/list.tsx";
import { Post } from "../blog/post.tsx";
import type { PageView } from "../sections/page-view.ts";

export { blogSteps, prefetchBlog } from "../blog/load.ts";
export { rememberPage } from "../blog/pages.ts";

export default function BlogPage({ view }: { view: PageView }) {
  return view.page.page === "blog-list" ? <List view={view} /> : <Post view={view} />;
}
