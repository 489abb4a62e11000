import { numberText, type RefusedDevice, refusalAdvice, refusalText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { type Column, columnValue } from '@/components/ui/DataTable.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import type { RowRules } from '@/lib/lists/foundRows.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';

export const REFUSAL_SORT_KEYS = ['flag', 'reason', 'address', 'count', 'last'] as const;
export type RefusalSortKey = (typeof REFUSAL_SORT_KEYS)[number];

/** Returns a name for a rejected device: its flag's name, or the path that it requested. */
export const deviceName = ({ flag, path }: RefusedDevice): string =>
  flag?.name ?? path ?? t`Unknown device`;

export const REFUSAL_COLUMNS: readonly Column<RefusedDevice, RefusalSortKey>[] = [
  {
    key: 'flag',
    header: t`Flag`,
    cell: (device) => (
      <>
        {device.flag?.id ? (
          <Link
            href={withDialog('/flags', `test:${device.flag.id}`)}
            className="rounded-sm hover:underline touch:touch-target"
          >
            <TwoLines text={deviceName(device)} />
          </Link>
        ) : (
          <TwoLines text={deviceName(device)} />
        )}
        {device.flag && (
          <span className="block text-xs font-normal wrap-anywhere text-muted-foreground">
            {[device.flag.id === null ? t`Deleted flag` : device.company, device.path]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </>
    ),
    sortValue: deviceName,
  },
  {
    key: 'reason',
    header: t`Reason`,
    cell: (device) => (
      <>
        <span className="break-words">{refusalText(device)}</span>
        <span className="block text-xs break-words text-muted-foreground">
          {refusalAdvice(device)}
        </span>
      </>
    ),
    sortValue: refusalText,
    className: 'md:w-[36%]',
  },
  {
    key: 'address',
    header: t`Address`,
    cell: ({ address }) => <span className="break-all tabular-nums">{address ?? '–'}</span>,
    sortValue: ({ address }) => address,
    className: 'md:w-36',
  },
  {
    key: 'count',
    header: t`Count`,
    cell: ({ count }) => <span className="tabular-nums">{numberText(count)}</span>,
    sortValue: ({ count }) => count,
    className: 'md:w-20',
  },
  {
    key: 'last',
    header: t`Last seen`,
    cell: ({ lastAt }) => <Moment at={lastAt} />,
    sortValue: ({ lastAt }) => lastAt,
    className: 'md:w-40 tabular-nums',
  },
];

/** How rejected devices are searched and sorted. By default, the newest are first. */
export const REFUSAL_RULES: RowRules<RefusedDevice, RefusalSortKey> = {
  searched: (device) => [
    deviceName(device),
    device.path ?? '',
    device.company ?? '',
    device.address ?? '',
    refusalText(device),
  ],
  defaultOrder: [({ lastAt }) => -lastAt, ({ id }) => id],
  value: columnValue(REFUSAL_COLUMNS),
};
