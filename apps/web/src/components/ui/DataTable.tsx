import type { SortState, SortValue } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Pencil, Trash2 } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { Button } from './Button.tsx';
import {
  SortableHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from './Table.tsx';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Returns the value to sort a row by. Omitted if the table cannot be sorted by this column. */
  sortValue?: (row: Row) => SortValue;
  align?: 'left' | 'right' | 'center';
  /**
   * A class for the column's header and cells. It can set a width; columns without a width share
   * the remaining space.
   */
  className?: string;
}

/** The props shared by the table and the cards that replace it on small screens. */
export interface DataRowsProps<Row, Key extends string> {
  label: string;
  /** The columns of the table. The first one shows the row's name and opens the row. */
  columns: readonly Column<Row, Key>[];
  /** The column order on a card, if it differs from the table's. */
  cardOrder?: readonly Key[];
  /** The sorted rows of the current page. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Returns the row's name, for the accessible names of its buttons. */
  rowName: (row: Row) => string;
  /** Returns the URL of the page that a row opens. */
  rowHref?: (row: Row) => string;
  /**
   * Called when the user clicks a row. Use it for rows that do not open a page, for example rows
   * that open a dialog.
   */
  onRowClick?: (row: Row) => void;
  /**
   * Returns the URL that the row's name links to. Use it together with `onEdit` if clicking the row
   * does not open this URL, so that keyboard users can both follow the link and edit the row.
   */
  nameHref?: (row: Row) => string;
  onEdit?: (row: Row) => void;
  onDelete?: (row: Row) => void;
  /** Returns the reason why a row cannot be deleted; undefined if it can. */
  deleteRefusal?: (row: Row) => string | undefined;
}

interface DataTableProps<Row, Key extends string> extends DataRowsProps<Row, Key> {
  sort?: SortState<Key>;
  onSort?: (key: Key) => void;
}

/** Returns a function that maps a row and a column to the value for sorting. */
export function columnValue<Row, Key extends string>(columns: readonly Column<Row, Key>[]) {
  return (row: Row, key: Key): SortValue =>
    columns.find((column) => column.key === key)?.sortValue?.(row);
}

/**
 * The generic table (spec §2). Its columns can be sorted. Rows can optionally be clicked, edited
 * and deleted.
 */
export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { label, columns, rows, rowKey, rowHref, onRowClick, onEdit, onDelete } = props;
  const { sort = null, onSort } = props;
  const [, navigate] = useLocation();
  const hasActions = Boolean(onEdit || onDelete);
  const openerOf = (row: Row) => {
    if (rowHref) return () => navigate(rowHref(row));
    return onRowClick && (() => onRowClick(row));
  };
  return (
    <Table label={label} className="table-fixed">
      <TableHeader>
        <tr>
          {columns.map((column) => {
            const look = {
              align: column.align ?? ('left' as const),
              className: column.className ?? '',
            };
            return column.sortValue && onSort ? (
              <SortableHead
                key={column.key}
                sortKey={column.key}
                sort={sort}
                onSort={onSort}
                {...look}
              >
                {column.header}
              </SortableHead>
            ) : (
              <TableHead key={column.key} {...look}>
                {column.header}
              </TableHead>
            );
          })}
          {hasActions && (
            <TableHead align="right" className={onEdit && onDelete ? 'w-28' : 'w-24'}>
              <Trans>Actions</Trans>
            </TableHead>
          )}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.length === 0 && (
          <tr>
            <TableCell
              colSpan={columns.length + (hasActions ? 1 : 0)}
              align="center"
              className="h-24 text-muted-foreground"
            >
              <Trans>No data available</Trans>
            </TableCell>
          </tr>
        )}
        {rows.map((row) => (
          <TableRow key={rowKey(row)} onOpen={openerOf(row)} openedByCell>
            {columns.map((column, index) => (
              <TableCell
                key={column.key}
                align={column.align ?? 'left'}
                className={cn('py-1 break-words', index === 0 && 'font-medium', column.className)}
              >
                {index === 0 ? (
                  <RowTitle row={row} {...props}>
                    {column.cell(row)}
                  </RowTitle>
                ) : (
                  column.cell(row)
                )}
              </TableCell>
            ))}
            {hasActions && (
              <TableCell align="right" className="py-0 whitespace-nowrap">
                <RowActions row={row} {...props} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

interface RowTitleProps<Row> {
  row: Row;
  rowHref?: ((row: Row) => string) | undefined;
  nameHref?: ((row: Row) => string) | undefined;
  onRowClick?: ((row: Row) => void) | undefined;
  /** Enlarges the click target of the row's name. */
  spacious?: boolean;
  children: ReactNode;
}

/**
 * A row's name as a link or button, so that the row can be opened by keyboard and with a screen
 * reader.
 */
export function RowTitle<Row>({
  row,
  rowHref,
  nameHref = rowHref,
  onRowClick,
  spacious = false,
  children,
}: RowTitleProps<Row>) {
  const look = cn(
    'max-w-full rounded-sm text-left hover:underline',
    spacious ? 'touch-target inline-block' : 'block touch:py-3',
  );
  if (nameHref)
    return (
      <Link href={nameHref(row)} className={look}>
        {children}
      </Link>
    );
  if (!onRowClick) return children;
  return (
    <button type="button" className={look} onClick={() => onRowClick(row)}>
      {children}
    </button>
  );
}

interface RowActionsProps<Row> {
  row: Row;
  rowName: (row: Row) => string;
  onEdit?: ((row: Row) => void) | undefined;
  onDelete?: ((row: Row) => void) | undefined;
  deleteRefusal?: ((row: Row) => string | undefined) | undefined;
}

/** A row's Edit and Delete buttons. Their accessible names include the row's name. */
export function RowActions<Row>(props: RowActionsProps<Row>) {
  const { row, rowName, onEdit, onDelete, deleteRefusal } = props;
  const refusal = deleteRefusal?.(row);
  return (
    <>
      {onEdit && (
        <Button
          variant="ghost"
          size="icon"
          title={t`Edit`}
          aria-label={t`Edit ${{ name: rowName(row) }}`}
          onClick={() => onEdit(row)}
        >
          <Pencil aria-hidden="true" />
        </Button>
      )}
      {onDelete && (
        <Button
          variant="ghost"
          size="icon"
          title={refusal ?? t`Delete`}
          aria-label={t`Delete ${{ name: rowName(row) }}`}
          disabled={refusal !== undefined}
          onClick={() => onDelete(row)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </>
  );
}
