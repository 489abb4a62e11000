import type { SortState } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp } from '@/components/icons/index.ts';
import { Button } from './Button.tsx';
import { Select } from './Select.tsx';

interface SortControlProps<Key extends string> {
  /** The list's sortable columns, with their headers. */
  columns: readonly { key: Key; header: string }[];
  sort: SortState<Key>;
  onSort: (sort: SortState<Key>) => void;
}

/**
 * The option value that stands for the default order, because the value of an option cannot be
 * null.
 */
const UNSORTED = '-';

/**
 * Lets the user choose the sort order of a list that is shown as cards, which have no column
 * headers.
 */
export function SortControl<Key extends string>({ columns, sort, onSort }: SortControlProps<Key>) {
  if (columns.length === 0) return null;
  const isDescending = sort?.direction === 'desc';
  const flip = () => sort && onSort({ ...sort, direction: isDescending ? 'asc' : 'desc' });
  const choose = (chosen: string) => {
    const column = columns.find(({ key }) => key === chosen);
    onSort(column ? { key: column.key, direction: 'asc' } : null);
  };
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Select
        aria-label={t`Sort by`}
        className="min-w-0 flex-1 sm:max-w-64"
        value={sort?.key ?? UNSORTED}
        options={[
          { value: UNSORTED, label: t`Default order` },
          ...columns.map(({ key, header }) => ({ value: key, label: t`Sort by ${header}` })),
        ]}
        onValueChange={choose}
      />
      <Button
        size="icon"
        disabled={sort === null}
        aria-label={isDescending ? t`Descending` : t`Ascending`}
        title={
          isDescending
            ? t`Sorted descending. Switch to ascending`
            : t`Sorted ascending. Switch to descending`
        }
        onClick={flip}
      >
        {isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
      </Button>
    </div>
  );
}
