// Which page numbers the pagination shows (R38): the first, the last, and those around the current one.

/** A page number or a gap (`null`), and whether narrow and wide screens show it. */
export type Slot = { page: number | null; narrow: boolean; wide: boolean };

/** Slots on wide screens. */
const WIDE_SLOTS = 7;

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Always seven slots in a long list, so that Previous and Next stay in place while paging. */
function shownWide(page: number, pages: number): Set<number> {
  if (pages <= WIDE_SLOTS) return new Set(numbers(1, pages));
  if (page <= 4) return new Set([...numbers(1, 5), pages]);
  if (page > pages - 4) return new Set([1, ...numbers(pages - 4, pages)]);
  return new Set([1, page - 1, page, page + 1, pages]);
}

/** The first, the last and the current page; at an end, its neighbour. */
function shownNarrow(page: number, pages: number): Set<number> {
  const near = page === 1 ? 2 : page === pages ? pages - 1 : page;
  return new Set([1, near, pages]);
}

/** The pagination's slots, from the first page to the last. */
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
