import { type Flag, HISTORY_RANGES, type HistoryRange } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { errorMessage } from '@/lib/api.ts';
import { HistoryChart } from './HistoryChart.tsx';
import { UptimeStrip } from './UptimeStrip.tsx';
import { historyQuery, uptimeQuery } from './useHistory.ts';
import { RANGE_LABELS } from './words.ts';

/** In a flag's dialog: what became of its pole in the last day, week and year. */
export default function HistoryPanel({ flag }: { flag: Flag }) {
  const [range, setRange] = useState<HistoryRange>('day');
  const { days = [] } = useQuery(uptimeQuery(flag.id)).data ?? {};
  const isHeard = days.some(({ online, offline }) => online + offline > 0);
  return (
    <>
      <Tabs value={range} onValueChange={(value) => setRange(value as HistoryRange)}>
        <TabsList aria-label="Time">
          {HISTORY_RANGES.map((each) => (
            <TabsTrigger key={each} value={each}>
              {RANGE_LABELS[each]}
            </TabsTrigger>
          ))}
        </TabsList>
        {HISTORY_RANGES.map((each) => (
          <TabsContent key={each} value={each}>
            <Range flag={flag} range={each} />
          </TabsContent>
        ))}
      </Tabs>
      {isHeard && <UptimeStrip days={days} />}
    </>
  );
}

function Range({ flag: { id, voltageLimits }, range }: { flag: Flag; range: HistoryRange }) {
  const { data, error, refetch, isFetching } = useQuery(historyQuery(id, range));
  if (!data && error)
    return (
      <div role="alert" className="grid h-72 content-center justify-items-center gap-2 text-center">
        <p className="font-medium">The history could not be loaded</p>
        <p className="text-muted-foreground">{errorMessage(error)}</p>
        <Button onClick={() => void refetch()} pending={isFetching}>
          Retry
        </Button>
      </div>
    );
  if (!data) return <HistorySkeleton />;
  const isEmpty =
    data.points.every(({ mean }) => mean === null) &&
    data.presence.every(({ online }) => online === null);
  if (isEmpty)
    return (
      <p className="grid h-72 content-center text-center text-muted-foreground">
        No history yet: it begins with the pole’s first report.
      </p>
    );
  return <HistoryChart history={data} limits={voltageLimits} />;
}

/** In the height of what comes. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label="Loading the history">
      <Skeleton className="h-72" />
    </div>
  );
}
