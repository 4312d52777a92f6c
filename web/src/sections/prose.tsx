// Rich text from the content or a post: headings, lists, quotes and tables, styled by element.
import "./prose.css";

/** `html` is safe: the server rendered it from the content's Markdown, or sanitised it before storing. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it
  return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
