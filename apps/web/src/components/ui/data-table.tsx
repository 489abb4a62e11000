import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SortState, SortValue } from '@/lib/sort.ts';
import { Button } from './button.tsx';
import {
  SortableHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from './table.tsx';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue;
  align?: 'left' | 'right' | 'center';
  className?: string;
}

interface DataTableProps<Row, Key extends string> {
  label: string;
  columns: readonly Column<Row, Key>[];
  /** The rows of the page on show, already sorted (`sortRows`, `columnValue`). */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How a row is called in the names of its buttons. */
  rowName: (row: Row) => string;
  sort?: SortState<Key>;
  onSort?: (key: Key) => void;
  onRowClick?: (row: Row) => void;
  onEdit?: (row: Row) => void;
  onDelete?: (row: Row) => void;
}

/** The value by which a row is sorted under a column. */
export function columnValue<Row, Key extends string>(columns: readonly Column<Row, Key>[]) {
  return (row: Row, key: Key): SortValue =>
    columns.find((column) => column.key === key)?.sortValue?.(row);
}

/** The generic table (spec §2): sortable columns, optional edit, delete and row click. */
export function DataTable<Row, Key extends string>({
  label,
  columns,
  rows,
  rowKey,
  rowName,
  sort = null,
  onSort,
  onRowClick,
  onEdit,
  onDelete,
}: DataTableProps<Row, Key>) {
  const hasActions = Boolean(onEdit || onDelete);
  return (
    <Table label={label}>
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
          {hasActions && <TableHead align="right">Actions</TableHead>}
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
              No data available
            </TableCell>
          </tr>
        )}
        {rows.map((row) => (
          <TableRow key={rowKey(row)} onOpen={onRowClick && (() => onRowClick(row))}>
            {columns.map((column) => (
              <TableCell
                key={column.key}
                align={column.align ?? 'left'}
                className={column.className ?? ''}
              >
                {column.cell(row)}
              </TableCell>
            ))}
            {hasActions && (
              <TableCell align="right" className="py-0 whitespace-nowrap">
                {onEdit && (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Edit ${rowName(row)}`}
                    onClick={() => onEdit(row)}
                  >
                    <Pencil />
                  </Button>
                )}
                {onDelete && (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Delete ${rowName(row)}`}
                    onClick={() => onDelete(row)}
                  >
                    <Trash2 />
                  </Button>
                )}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
