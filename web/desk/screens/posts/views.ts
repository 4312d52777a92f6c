// The screens for posts, in a file of their own.
import { Editor } from "./editor.tsx";
import { PostList } from "./list.tsx";
import { NewPostView } from "./new.tsx";
import { RevisionView } from "./revision.tsx";

export const POST_VIEWS = {
  posts: PostList,
  "new-post": NewPostView,
  "post-editor": Editor,
  "post-revision": RevisionView,
} as const;
