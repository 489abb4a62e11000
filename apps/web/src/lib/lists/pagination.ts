import { plural, t } from '@lingui/core/macro';

/** Maximum number of buttons with a page number (spec §2). */
const MAX_PAGE_BUTTONS = 5;

/** Returns the number of pages; an empty list has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Returns the page to show: a page beyond the last one becomes the last one (spec §2). */
export function clampPage(page: number, total: number, pageSize: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pageCount(total, pageSize));
}

/** Returns the rows of one page of a list. */
export function pageOf<Row>(rows: readonly Row[], page: number, pageSize: number): Row[] {
  const start = (clampPage(page, rows.length, pageSize) - 1) * pageSize;
  return rows.slice(start, start + pageSize);
}

/**
 * Returns the page numbers to show as buttons. The current page is in the middle if there are
 * enough pages on both sides.
 */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(MAX_PAGE_BUTTONS, pages);
  const before = Math.floor(length / 2);
  const first = Math.min(Math.max(1, page - before), pages - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/** Returns 'Showing X-Y of N total items' (spec §2). */
export function showingText(page: number, pageSize: number, total: number): string {
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return t`Showing ${from}-${to} of ${plural(total, {
    one: `${total} total items`,
    other: `${total} total items`,
  })}`;
}
