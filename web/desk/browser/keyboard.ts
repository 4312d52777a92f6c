// Where a phone's keyboard covers the page instead of making it smaller (iOS), parts fixed to the bottom have to know.

/** Keeps `--keyboard` up to date, until the answer is called. */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  const follow = () => {
    // Whoever zooms in sees less of the page, too.
    const covered = view && view.scale === 1 ? innerHeight - view.height - view.offsetTop : 0;
    document.body.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
  view?.addEventListener("resize", follow);
  view?.addEventListener("scroll", follow);
  return () => {
    view?.removeEventListener("resize", follow);
    view?.removeEventListener("scroll", follow);
  };
}
