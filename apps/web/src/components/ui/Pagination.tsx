import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { ChevronLeft, ChevronRight } from '@/components/icons/index.ts';
import { PAGE_SIZES } from '@/lib/lists/pageSizes.ts';
import { clampPage, pageCount, pageWindow, showingText } from '@/lib/lists/pagination.ts';
import { Button } from './Button.tsx';
import { Select } from './Select.tsx';

interface PaginationProps {
  /**
   * The name of the listed items, such as "Poles". Used in the accessible name of the pagination.
   */
  label: string;
  /** The current page, starting at 1. If it is beyond the last page, the last page is shown. */
  page: number;
  pageSize: number;
  /** The number of rows on all pages. */
  total: number;
  onPageChange: (page: number) => void;
  /** Called with a new page size. The parent must go back to page 1 (`useListState` does). */
  onPageSizeChange: (size: number) => void;
}

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

export function Pagination({
  label,
  page: asked,
  pageSize,
  total,
  onPageChange,
  onPageSizeChange,
}: PaginationProps) {
  const labelId = useId();
  const pages = pageCount(total, pageSize);
  const page = clampPage(asked, total, pageSize);
  // Clamps the page, because the list may have become shorter in the meantime.
  useEffect(() => {
    if (page !== asked) onPageChange(page);
  }, [page, asked, onPageChange]);

  return (
    <nav
      aria-label={t`Pagination for ${label}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-[0.8125rem] text-muted-foreground"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span id={labelId} className="whitespace-nowrap">
          <Trans>Items per page</Trans>
        </span>
        <Select
          aria-labelledby={labelId}
          className="w-20 tabular-nums"
          value={String(pageSize)}
          onValueChange={(value) => onPageSizeChange(Number(value))}
          options={OPTIONS}
        />
      </div>
      <p aria-live="polite" className="tabular-nums">
        {showingText(page, pageSize, total)}
      </p>
      <div className="flex items-center gap-1 max-md:grid max-md:w-full max-md:grid-cols-2">
        <Button
          variant="ghost"
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
          className="px-2 max-md:justify-self-start"
        >
          <ChevronLeft aria-hidden="true" />
          <Trans context="page">Previous</Trans>
        </Button>
        <div className="flex items-center gap-1 max-md:order-first max-md:col-span-full max-md:flex-wrap max-md:justify-between">
          {pageWindow(page, pages).map((number) => (
            <Button
              key={number}
              variant={number === page ? 'secondary' : 'ghost'}
              size="icon"
              aria-label={t`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className="text-[0.8125rem] tabular-nums"
              onClick={() => onPageChange(number)}
            >
              {number}
            </Button>
          ))}
        </div>
        <Button
          variant="ghost"
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
          className="px-2 max-md:justify-self-end"
        >
          <Trans context="page">Next</Trans>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
