import {
  momentText,
  type Order,
  type PoleRef,
  type OrderPreview as Preview,
  rangeText,
} from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { previewQuery } from './useHalfStaff.ts';
import { polesText } from './words.ts';

/** Names that are listed; the rest is counted. */
const SHOWN = 5;

/** How many poles an order moves, when by their own clocks, and which cannot. */
export function OrderPreview({ order }: { order: Order }) {
  const query = useQuery(previewQuery(order));
  const preview = query.data;
  return (
    <section aria-label="What it does" className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-[0.8125rem] font-medium">What it does</h3>
      {query.isPending && (
        <div role="status" aria-label="Working out what it does" className="grid gap-2">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-80" />
        </div>
      )}
      {query.isError && (
        <ErrorState
          title="It could not be worked out"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {preview && <Effects preview={preview} />}
    </section>
  );
}

function Effects({ preview }: { preview: Preview }) {
  const { inScope, follow, zones } = preview;
  return (
    <>
      <p>
        <strong className="font-semibold tabular-nums">{polesText(follow)}</strong> of{' '}
        {inScope.toLocaleString('en-US')} in its scope {follow === 1 ? 'follows' : 'follow'}: those
        of companies with Auto Half Mast.
      </p>
      {zones.length > 0 && (
        <ul aria-label="By time zone" className="grid gap-1.5 tabular-nums">
          {zones.map(({ timeZone, poles, from, until }) => (
            <li key={timeZone} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {zoneName(timeZone)}
                <span className="text-muted-foreground"> · {polesText(poles)}</span>
              </span>
              <span>
                {spanText(from, timeZone)} –{' '}
                {until === null ? 'open end' : spanText(until, timeZone)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Poles label="Offline: put right when they are back" poles={preview.offline} />
      <Poles label="Held by hand" poles={preview.held} />
      <Poles label="Locked for maintenance" poles={preview.locked} />
      <Poles label="Not opted in" poles={preview.optedOut} />
    </>
  );
}

function Poles({ label, poles }: { label: string; poles: readonly PoleRef[] }) {
  if (poles.length === 0) return null;
  const names = poles.slice(0, SHOWN).map(({ name }) => name);
  const more = poles.length - names.length;
  return (
    <p className="break-words">
      <span className="text-muted-foreground tabular-nums">
        {label} ({poles.length.toLocaleString('en-US')}):{' '}
      </span>
      {names.join(', ')}
      {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
    </p>
  );
}

const zoneName = (timeZone: string) => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

/** "Dec 7, 2026, 7:13 AM EST", or from the first pole to the last. */
function spanText({ earliest, latest }: { earliest: number; latest: number }, timeZone: string) {
  const first = momentText(earliest, timeZone);
  const last = momentText(latest, timeZone);
  return first === last ? first : rangeText(earliest, latest, 0, timeZone);
}
