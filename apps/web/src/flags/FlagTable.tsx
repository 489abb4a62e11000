import { type Flag, SWITCHES } from '@halyard/domain';
import type { ReactNode } from 'react';
import { SortableHead, Table, TableBody, TableHead, TableHeader } from '@/components/ui/table.tsx';
import type { SortState } from '@/lib/sort.ts';
import { type FlagItemProps, FlagRow } from './FlagRow.tsx';
import { MasterControlsRow } from './MasterControls.tsx';
import type { FlagSortKey } from './orderFlags.ts';

export interface FlagTableProps extends Omit<FlagItemProps, 'flag'> {
  label: string;
  /** A control of the whole list, beside the name of the master controls. */
  control?: ReactNode;
  /** Little room: the columns of one width give some of theirs to the names. */
  compact: boolean;
  /** The search result over all its pages, for the master controls. */
  flags: readonly Flag[];
  /** The page on show. */
  rows: readonly Flag[];
  sort: SortState<FlagSortKey>;
  onSort: (key: FlagSortKey) => void;
}

/**
 * Pixels of the columns whose content has one width; the names share the rest. Where there is little
 * room, the switches' columns are as wide as their headers need.
 */
const WIDTHS = {
  roomy: { status: 264, voltage: 88, switches: [68, 68, 68, 68], actions: 68 },
  compact: { status: 216, voltage: 80, switches: [56, 67, 61, 56], actions: 60 },
} as const;

export function FlagTable(props: FlagTableProps) {
  const { label, control, compact, flags, rows, sort, onSort, ...item } = props;
  const { actions, maySwitch, onDelete, oneCompany = false } = item;
  const widths = WIDTHS[compact ? 'compact' : 'roomy'];
  const head = { sort, onSort, className: 'px-2' };
  return (
    <Table label={label} className="min-w-[55rem] table-fixed">
      <colgroup>
        {!oneCompany && <col />}
        <col className={oneCompany ? '' : 'w-[15%]'} />
        <col />
        <col style={{ width: widths.status }} />
        <col style={{ width: widths.voltage }} />
        {SWITCHES.map(({ id }, index) => (
          <col key={id} style={{ width: widths.switches[index] }} />
        ))}
        {onDelete && <col style={{ width: widths.actions }} />}
      </colgroup>
      <TableHeader>
        <MasterControlsRow
          flags={flags}
          actions={actions}
          maySwitch={maySwitch}
          control={control}
          columnsBefore={oneCompany ? 4 : 5}
          actionsColumn={onDelete !== undefined}
        />
        <tr>
          {!oneCompany && (
            <SortableHead sortKey="company" {...head} className="pr-2">
              Company
            </SortableHead>
          )}
          <SortableHead sortKey="flag" {...head}>
            Flag
          </SortableHead>
          <SortableHead sortKey="location" {...head}>
            Location
          </SortableHead>
          <SortableHead sortKey="status" {...head}>
            Status
          </SortableHead>
          <SortableHead sortKey="voltage" align="right" {...head}>
            Voltage
          </SortableHead>
          {SWITCHES.map(({ id, label: name }) => (
            <TableHead key={id} align="center" className="px-0">
              {name}
            </TableHead>
          ))}
          {onDelete && (
            <TableHead align="center" className="px-0">
              Actions
            </TableHead>
          )}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((flag) => (
          <FlagRow key={flag.id} flag={flag} {...item} />
        ))}
      </TableBody>
    </Table>
  );
}
