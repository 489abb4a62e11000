import type { SortState } from '@halyard/domain';
import { type Flag, type FlagSortKey, SWITCHES } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SortableHead, Table, TableBody, TableHead, TableHeader } from '@/components/ui/Table.tsx';
import { useSparklines } from '@/history/useSparklines.ts';
import { cn } from '@/lib/cn.ts';
import { MasterControlsRow, type Moved } from '../master/MasterControls.tsx';
import { type FlagItemProps, FlagRow } from './FlagRow.tsx';

import { SelectPageBox } from './selection/SelectBox.tsx';
import { FLAG_SORT_HEADERS } from './sortHeaders.ts';
import type { ListLayout } from './useListLayout.ts';

export interface FlagTableProps extends Omit<FlagItemProps, 'flag' | 'spark'> {
  label: string;
  /** An additional control next to the title of the master controls. */
  control?: ReactNode;
  /**
   * The table's layout: `narrow` has small columns and no drawings of poles, `compact` and `roomy`
   * have larger columns, and `wide` also has sparklines.
   */
  layout: Exclude<ListLayout, 'cards'>;
  master: Moved;
  /** The rows of the current page. */
  rows: readonly Flag[];
  sort: SortState<FlagSortKey>;
  onSort: (key: FlagSortKey) => void;
}

/**
 * The widths of the fixed-width columns, in pixels. The other columns share the remaining width.
 */
const WIDTHS = {
  roomy: { status: 224, voltage: 108, switches: [62, 70, 64, 60], actions: 64 },
  narrow: { status: 112, voltage: 84, switches: [46, 46, 46, 46], actions: 52 },
  compact: { status: 216, voltage: 80, switches: [56, 67, 61, 56], actions: 60 },
} as const;
const SPARK_WIDTH = 112;
const SELECT_WIDTH = 40;

export function FlagTable(props: FlagTableProps) {
  const { label, control, layout, master, rows, sort, onSort, ...item } = props;
  const { actions, maySwitch, onDelete, pageOf, selection } = item;
  const hasCompany = pageOf === undefined;
  const hasLocation = pageOf !== 'location';
  const widths = WIDTHS[layout === 'wide' ? 'roomy' : layout];
  const isWide = layout === 'wide';
  const sparkOf = useSparklines(
    rows.map(({ id }) => id),
    isWide,
  );
  const head = { sort, onSort, className: 'px-2 in-data-[layout=narrow]:px-1.5' };
  return (
    <Table
      label={label}
      data-layout={layout}
      className={cn('table-fixed', layout === 'narrow' ? 'min-w-[42.5rem]' : 'min-w-[55rem]')}
    >
      <colgroup>
        {selection && <col style={{ width: SELECT_WIDTH }} />}
        {hasCompany && <col />}
        <col className={!hasCompany || layout === 'narrow' ? '' : 'w-[15%]'} />
        {hasLocation && <col />}
        <col style={{ width: widths.status }} />
        <col style={{ width: widths.voltage }} />
        {isWide && <col style={{ width: SPARK_WIDTH }} />}
        {SWITCHES.map(({ id }, index) => (
          <col key={id} style={{ width: widths.switches[index] }} />
        ))}
        {onDelete && <col style={{ width: widths.actions }} />}
      </colgroup>
      <TableHeader>
        <MasterControlsRow
          {...master}
          actions={actions}
          maySwitch={maySwitch}
          control={control}
          columnsBefore={
            3 + [hasCompany, hasLocation, isWide, selection !== undefined].filter(Boolean).length
          }
          actionsColumn={onDelete !== undefined}
        />
        <tr>
          {selection && (
            <td className="h-9 border-b border-border bg-muted/50 p-0">
              <SelectPageBox selection={selection} rows={rows} className="h-9" />
            </td>
          )}
          {hasCompany && (
            <SortableHead
              sortKey="company"
              {...head}
              className="pr-2 in-data-[layout=narrow]:first:pl-2"
            >
              {FLAG_SORT_HEADERS.company}
            </SortableHead>
          )}
          <SortableHead sortKey="flag" {...head}>
            {FLAG_SORT_HEADERS.flag}
          </SortableHead>
          {hasLocation && (
            <SortableHead sortKey="location" {...head}>
              {FLAG_SORT_HEADERS.location}
            </SortableHead>
          )}
          <SortableHead sortKey="status" {...head}>
            {FLAG_SORT_HEADERS.status}
          </SortableHead>
          <SortableHead sortKey="voltage" align="right" {...head}>
            {FLAG_SORT_HEADERS.voltage}
          </SortableHead>
          {isWide && (
            <TableHead className="px-3">
              <Trans>Last 24 hours</Trans>
            </TableHead>
          )}
          {SWITCHES.map(({ id, label: name }) => (
            <TableHead
              key={id}
              align="center"
              className="px-0 in-data-[layout=narrow]:whitespace-normal"
            >
              {name}
            </TableHead>
          ))}
          {onDelete && (
            <TableHead align="center" className="px-0">
              <Trans>Actions</Trans>
            </TableHead>
          )}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((flag) => (
          <FlagRow
            key={flag.id}
            flag={flag}
            spark={isWide ? sparkOf(flag.id) : undefined}
            {...item}
          />
        ))}
      </TableBody>
    </Table>
  );
}
