// Runs before anything is painted. It hides the banner that the visitor has dismissed, or dismisses while the module
// that looks after that (browser/banner-dismissal.ts) is still on its way.
//
// It fetches what the first screen does not need: the style sheets that `data-styles` lists, and the first module.
// Until the sheets are there the document's own styles draw the first screen, and `data-rest` on the root hides the
// rest (styles/first-screen.css). They are asked for once the first screen is painted, complete with its font and
// pictures, but not much later than it came. Then the rest is shown piece by piece, so that a slow phone answers taps meanwhile. Where a
// part of the page was asked for, or a page returns to where it was scrolled, all of it waits for the sheets instead.
(({ dataset: root }, { styles, boot }) => {
  try {
    if (sessionStorage["amwaj.banner"]) root.banner = "off";
  } catch {}
  document.onclick = ({ target }) => {
    if (target.closest("[data-dismiss-banner]")) root.banner = "off";
  };

  const PATIENCE_MS = 700;
  const REST = "main > * + *, .article__aside, body > footer";
  const hrefs = styles?.split(" ") ?? [];
  const [visit] = performance.getEntriesByType("navigation");
  const isWhole = location.hash || document.hidden || visit?.type !== "navigate";

  const nextFrame = (then) => requestAnimationFrame(() => setTimeout(then));
  const show = ([piece, ...others]) => {
    if (piece && !isWhole) {
      piece.dataset.shown = "";
      nextFrame(() => show(others));
    } else {
      delete root.rest;
      dispatchEvent(new Event("amwaj:styled"));
    }
  };

  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties));
  let missing = hrefs.length;
  const arrived = () => {
    if (!--missing) show(document.querySelectorAll(REST));
  };
  let isAsked = false;
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    for (const href of hrefs)
      add("link", {
        onload: arrived,
        onerror: arrived,
        rel: "stylesheet",
        href,
        blocking: isWhole ? "render" : "",
      });
    add("script", { type: "module", src: boot });
  };

  if (missing) root.rest = isWhole ? "whole" : "part";
  if (isWhole) return load();
  let awaited = 2;
  const happened = () => {
    if (!--awaited) nextFrame(load);
  };
  addEventListener("load", happened);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    happened();
  }).observe({ type: "paint", buffered: true });
  setTimeout(load, PATIENCE_MS);
})(document.documentElement, document.currentScript.dataset);
