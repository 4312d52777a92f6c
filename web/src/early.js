// Runs before anything is painted. It notes where the visit came from (request-form/visit.ts), for whoever taps a link
// before any module is there. It hides the banner that the visitor has dismissed, or dismisses while the module that looks
// after that (browser/banner-dismissal.ts) is still on its way.
//
// It fetches what the first screen does not need: the style sheets that `data-styles` lists, and the first module.
// Until the sheets are there the document's own styles draw the first screen, and `data-rest` on the root hides the
// rest (first-screen/rest.css). They are asked for once the first screen is painted, complete with its font and
// pictures, but not much later than it came. Then the rest is shown piece by piece, so that a slow phone answers taps
// meanwhile. Where a part of the page was asked for, or a page returns to where it was scrolled, all of it waits for the
// sheets instead.
(async ({ dataset: root }, { styles, boot }) => {
  try {
    sessionStorage["amwaj.visit"] ??= JSON.stringify({
      first: { landing: location.pathname + location.search, referrer: document.referrer },
    });
    if (sessionStorage["amwaj.banner"]) root.banner = "off";
  } catch {}
  document.onclick = ({ target }) => {
    if (!target.closest("[data-dismiss-banner]")) return;
    root.banner = "off";
    try {
      sessionStorage["amwaj.banner"] = "off";
    } catch {}
  };

  const PATIENCE_MS = 700;
  // Privacy settings take some of these away: then all of the page waits for the sheets.
  let isWhole = true;
  try {
    const [visit] = performance.getEntriesByType("navigation");
    isWhole = location.hash || document.hidden || visit?.type !== "navigate";
  } catch {}
  const until = (start) => new Promise(start);
  const frame = () => until((done) => requestAnimationFrame(() => setTimeout(done)));
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties));

  if (styles) root.rest = isWhole ? "whole" : "part";
  if (!isWhole)
    await Promise.race([
      until((done) => setTimeout(done, PATIENCE_MS)),
      Promise.all([
        until((done) => addEventListener("load", done)),
        until((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true })),
      ]).then(frame),
    ]).catch(() => {});

  const blocking = isWhole ? "render" : "";
  const sheets = styles
    ?.split(" ")
    .map((href) =>
      until((done) =>
        add("link", { onload: done, onerror: done, rel: "stylesheet", href, blocking }),
      ),
    );
  add("script", { type: "module", src: boot });
  if (!sheets) return;
  await Promise.all(sheets);
  if (!isWhole)
    for (const piece of document.querySelectorAll("main > * + *, .article__aside, body > footer")) {
      piece.dataset.shown = "";
      await frame();
    }
  delete root.rest;
  dispatchEvent(new Event("amwaj:styled"));
})(document.documentElement, document.currentScript.dataset);
