import type { SortState } from '@halyard/domain';
import type { ComponentProps, ReactNode } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { isSecondOfDoubleClick } from '@/lib/forms/doubleClick.ts';
import { SHORTCUTS } from '@/lib/page/shortcuts.ts';
import { ScrollRegion } from './ScrollRegion.tsx';

interface TableProps extends ComponentProps<'table'> {
  /** The accessible name of the table and of its scrolling region. */
  label: string;
  regionClassName?: string;
}

/**
 * A table that scrolls in both directions, with a header that stays visible. The table can be
 * focused, so that the arrow keys scroll it.
 */
export function Table({ label, className, regionClassName, ...props }: TableProps) {
  return (
    <ScrollRegion
      label={label}
      className={cn(
        'relative max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto overscroll-x-contain rounded-lg border border-border bg-surface -outline-offset-1',
        regionClassName,
      )}
    >
      <table
        aria-label={label}
        className={cn('w-full border-separate border-spacing-0 text-sm', className)}
        {...props}
      />
    </ScrollRegion>
  );
}

/**
 * The table's header, which stays visible while the rows scroll. On a list of flags, it also
 * contains the master controls.
 */
export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('sticky top-0 z-10 bg-surface', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&>tr:last-child>td]:border-b-0', className)} {...props} />;
}

interface TableRowProps extends Omit<ComponentProps<'tr'>, 'onSelect'> {
  /** Called when the user opens the row, by a click anywhere except on a control, or by Enter. */
  onOpen?: (() => void) | undefined;
  /**
   * Whether a link or button in the row also opens the row. If so, the row itself is not focusable.
   */
  openedByCell?: boolean;
  /**
   * Called when the user presses Space to select the row, or Shift+Space to select a range of rows
   * that ends here.
   */
  onSelect?: ((isRange: boolean) => void) | undefined;
}

const CONTROLS = 'a, button, input, select, textarea, label, [role="switch"], [role="menuitem"]';

export function TableRow({
  className,
  onOpen,
  openedByCell = false,
  onSelect,
  ...props
}: TableRowProps) {
  return (
    <tr
      className={cn(
        'group/row',
        onOpen &&
          'cursor-pointer -outline-offset-2 transition-colors duration-100 hover:bg-accent/60',
        className,
      )}
      {...(onOpen && {
        onClick: (event) => {
          // The first click of a double click may have hit a button that no longer exists.
          if (isSecondOfDoubleClick(event)) return;
          if (!(event.target as Element).closest(CONTROLS)) onOpen();
        },
      })}
      {...(onOpen &&
        !openedByCell && {
          tabIndex: 0,
          onKeyDown: (event) => {
            if (event.target !== event.currentTarget) return;
            if (event.key === SHORTCUTS.open.keys[0]) onOpen();
            if (event.key === ' ' && onSelect) {
              // Prevents Space from scrolling the page.
              event.preventDefault();
              onSelect(event.shiftKey);
            }
          },
        })}
      {...props}
    />
  );
}

const alignments = { left: 'text-left', right: 'text-right', center: 'text-center' };
type Align = keyof typeof alignments;

const headClasses =
  'h-9 border-b border-border bg-muted/50 px-4 text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-4';

interface TableHeadProps extends Omit<ComponentProps<'th'>, 'align'> {
  align?: Align;
}

export function TableHead({ className, align = 'left', ...props }: TableHeadProps) {
  return <th scope="col" className={cn(headClasses, alignments[align], className)} {...props} />;
}

interface SortableHeadProps<Key extends string> {
  sortKey: Key;
  sort: SortState<Key>;
  onSort: (key: Key) => void;
  align?: Align;
  className?: string;
  children: ReactNode;
}

/**
 * A column header with a button that sorts the table by the column. Each click moves on to the next
 * order: ascending, descending, unsorted.
 */
export function SortableHead<Key extends string>({
  sortKey,
  sort,
  onSort,
  align = 'left',
  className,
  children,
}: SortableHeadProps<Key>) {
  const direction = sort?.key === sortKey ? sort.direction : null;
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      className={cn(headClasses, alignments[align], className)}
    >
      <button
        type="button"
        onClick={() => onSort(sortKey)}
        className={cn(
          'group -mx-1.5 inline-flex h-7 items-center touch:h-11 gap-1 rounded-sm px-1.5 font-medium hover:text-foreground',
          align === 'right' && 'flex-row-reverse',
          direction && 'text-foreground',
        )}
      >
        {children}
        <Icon
          aria-hidden="true"
          className={cn(
            'size-3.5 transition-opacity duration-100',
            !direction && 'opacity-45 group-hover:opacity-100 in-data-[layout=narrow]:hidden',
          )}
        />
      </button>
    </th>
  );
}

interface TableCellProps extends Omit<ComponentProps<'td'>, 'align'> {
  align?: Align;
}

export function TableCell({ className, align = 'left', ...props }: TableCellProps) {
  return (
    <td
      className={cn('h-11 border-b border-border px-4 py-1.5', alignments[align], className)}
      {...props}
    />
  );
}

/** Text truncated to the width of its column. Hovering shows the full text. */
export function Truncate({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={cn('block truncate', className)}>
      {text}
    </span>
  );
}

/** Long text truncated to two lines, which fit in every row. Hovering shows the full text. */
export function TwoLines({ text }: { text: string }) {
  return (
    <span title={text} className="line-clamp-2 leading-[1.125rem] wrap-anywhere">
      {text}
    </span>
  );
}
