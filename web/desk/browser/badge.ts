// Number of people waiting, on the desk's icon on the home screen.

type Badges = Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;

export function showBadge(waiting: number): void {
  const badges: Badges = navigator;
  const shown = waiting > 0 ? badges.setAppBadge?.(waiting) : badges.clearAppBadge?.();
  // Some browsers refuse where the desk is not on the home screen.
  shown?.catch(() => {});
}
