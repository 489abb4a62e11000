import { useMemo, useRef } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { pageOf } from '@/lib/lists/pagination.ts';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { useByWidth } from '@/lib/page/useByWidth.ts';
import { DataCards } from './ui/DataCards.tsx';
import { type DataRowsProps, DataTable } from './ui/DataTable.tsx';
import { Pagination } from './ui/Pagination.tsx';
import { SortControl } from './ui/SortControl.tsx';

/** Minimum list width in pixels for a table. A narrower list shows cards. */
const TABLE_FROM = 640;
const tableFits = (width: number) => width >= TABLE_FROM;

interface DataListProps<Row, Key extends string> extends DataRowsProps<Row, Key> {
  /** The heading level of each card: one below the heading above the list. */
  heading?: 'h2' | 'h3';
  /**
   * The search, sort order and page of the list. If `total` is omitted, `rows` must contain the
   * sorted rows of all pages (`useFoundRows`).
   */
  list: ListState<Key>;
  /** The number of rows on all pages. Set it if `rows` contains only one page (`useListPage`). */
  total?: number | undefined;
}

/** Shows rows page by page, as a table or, on a small screen, as cards. */
export function DataList<Row, Key extends string>({
  heading = 'h3',
  rows,
  list,
  total,
  ...props
}: DataListProps<Row, Key>) {
  const frame = useRef<HTMLDivElement>(null);
  const fits = useByWidth(frame, tableFits);
  const isMobile = useIsMobile();
  const { page, pageSize } = list;
  const shown = useMemo(
    () => (total === undefined ? pageOf(rows, page, pageSize) : rows),
    [rows, total, page, pageSize],
  );
  const sortable = props.columns.filter(({ sortValue }) => sortValue !== undefined);
  return (
    <div ref={frame} className="grid grid-cols-1 gap-4">
      {fits && !isMobile ? (
        <DataTable rows={shown} sort={list.sort} onSort={list.toggleSort} {...props} />
      ) : (
        <>
          <SortControl columns={sortable} sort={list.sort} onSort={list.setSort} />
          <DataCards rows={shown} heading={heading} {...props} />
        </>
      )}
      <Pagination
        label={props.label}
        page={page}
        pageSize={pageSize}
        total={total ?? rows.length}
        onPageChange={list.setPage}
        onPageSizeChange={list.setPageSize}
      />
    </div>
  );
}
