// Which numbers of a long row of pages are shown: the ends, and what lies around here.

/** A number, or a gap (`null`); narrow screens show fewer of them than wide ones. */
export type Slot = { page: number | null; narrow: boolean; wide: boolean };

/** Up to so many pages, all have a number on wide screens; with more, as many places are filled. */
const WIDE_PLACES = 7;

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Seven places in all, so that Previous and Next stay where they are while one pages through. */
function shownWide(page: number, pages: number): Set<number> {
  if (pages <= WIDE_PLACES) return new Set(numbers(1, pages));
  if (page <= 4) return new Set([...numbers(1, 5), pages]);
  if (page > pages - 4) return new Set([1, ...numbers(pages - 4, pages)]);
  return new Set([1, page - 1, page, page + 1, pages]);
}

/** The ends, and here: at an end, the page next to it. */
function shownNarrow(page: number, pages: number): Set<number> {
  const near = page === 1 ? 2 : page === pages ? pages - 1 : page;
  return new Set([1, near, pages]);
}

/** The places of the pager, from the first page to the last. */
export function pageWindow(page: number, pages: number): Slot[] {
  const wide = shownWide(page, pages);
  const narrow = shownNarrow(page, pages);
  const slots: Slot[] = [];
  const last = { wide: 0, narrow: 0 };
  for (const number of [...wide].sort((a, b) => a - b)) {
    const slot = { page: number, wide: true, narrow: narrow.has(number) };
    const gap = {
      page: null,
      wide: number - last.wide > 1,
      narrow: slot.narrow && number - last.narrow > 1,
    };
    if (gap.wide || gap.narrow) slots.push(gap);
    slots.push(slot);
    last.wide = number;
    if (slot.narrow) last.narrow = number;
  }
  return slots;
}
