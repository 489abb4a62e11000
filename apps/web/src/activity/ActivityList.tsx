import type { Activity } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { DataCards } from '@/components/ui/DataCards.tsx';
import { DataTable } from '@/components/ui/DataTable.tsx';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { useByWidth } from '@/lib/page/useByWidth.ts';
import { ACTIVITY_CARD_ORDER, ACTIVITY_COLUMNS } from './activityColumns.tsx';

/** Minimum width in pixels of a list that shows columns. A narrower list shows cards. */
const TABLE_FROM = 640;
const tableFits = (width: number) => width >= TABLE_FROM;

/** Shows activity entries as a table, or as cards if there is no room for the table. */
export function ActivityList({ entries }: { entries: readonly Activity[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const fits = useByWidth(frame, tableFits);
  const isMobile = useIsMobile();
  const props = {
    label: t`Activity`,
    columns: ACTIVITY_COLUMNS,
    rows: entries,
    rowKey: ({ id }: Activity) => String(id),
    rowName: ({ subject, actor }: Activity) => subject ?? actor.name,
  };
  return (
    <div ref={frame} className="@container grid grid-cols-1">
      {fits && !isMobile ? (
        <DataTable {...props} />
      ) : (
        <DataCards heading="h2" cardOrder={ACTIVITY_CARD_ORDER} {...props} />
      )}
    </div>
  );
}
