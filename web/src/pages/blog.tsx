// The pages of the blog, its list and its posts, and where they come from after a click.
import { List } from "../blog/list.tsx";
import { Post } from "../blog/post.tsx";
import type { PageView } from "../sections/page-view.ts";

export { rememberPage } from "../blog/pages.ts";
export { blogSteps, prepareBlog } from "../blog/source.ts";

export default function BlogPage({ view }: { view: PageView }) {
  return view.page.page === "blog-list" ? <List view={view} /> : <Post view={view} />;
}
