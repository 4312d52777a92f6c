// A long text that somebody wrote: headings, lists, quotes and tables are styled by element.
import "./prose.css";

/** `html` is the server's own: made from Markdown in the content folder, or cleaned before it is kept. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server vouches for it
  return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
