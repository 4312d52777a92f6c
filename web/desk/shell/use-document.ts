// What a screen sets outside its own elements: the document's title and theme, and the body's classes.
import { useLayoutEffect } from "react";

type Settings = {
  title: string;
  /** Screens with previews of the site stay light. */
  theme: "auto" | "light";
  /** Classes for the body's layout, such as `bare` or `has-dock`. */
  layout: string;
};

export function useDocument({ title, theme, layout }: Settings): void {
  useLayoutEffect(() => {
    document.title = title;
    document.documentElement.dataset.theme = theme;
    document.body.className = layout;
  }, [title, theme, layout]);
}
