import { type AlertOutage, clockText } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { outagesQuery } from '@/alerts/useAlerts.ts';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { offlineFlagsHref } from '@/flags/filters/flagPlace.ts';
import { counted } from '@/lib/count.ts';
import { serverNow } from '@/lib/realtime/clock.ts';

/** The maximum number of outages shown on their own line. The rest are only counted. */
const MOST_SHOWN = 3;

/** Poles that went offline together, and what they share. Renders nothing if there are none. */
export function Outages() {
  const { data: outages = [] } = useQuery(outagesQuery());
  const more = outages.length - MOST_SHOWN;
  return (
    // Always rendered, so that screen readers announce new content.
    <div role="status" className="contents">
      {outages.length > 0 && (
        <Card className="grid gap-3 border-bad/50 bg-bad-soft px-4 py-3">
          {outages.slice(0, MOST_SHOWN).map((outage) => (
            <OutageLine key={`${outage.company?.id} ${outage.location?.id}`} outage={outage} />
          ))}
          {more > 0 && <p className="text-sm">And {counted(more, 'more outage')}.</p>}
        </Card>
      )}
    </div>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

function OutageLine({ outage }: { outage: AlertOutage }) {
  const { offline, total, at, company, location } = outage;
  const moment = clockText(at, serverNow());
  // "at 9:14 AM EST" if today, else "on Nov 21, 9:14 AM EST".
  const when = /^\d/.test(moment) ? `at ${moment}` : `on ${moment}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="grid gap-0.5">
        <Status tone="bad" className="items-baseline font-medium whitespace-normal">
          {number(offline)} of {number(total)} poles went offline {when}
        </Status>
        <p className="pl-4.5 tabular-nums">{sharedText(outage)}</p>
      </div>
      <Link
        href={offlineFlagsHref({
          companyId: company?.id ?? null,
          locationId: location?.id ?? null,
        })}
        className="touch-target rounded-sm py-1 pl-4.5 underline underline-offset-2 sm:pl-0"
      >
        Show flags
      </Link>
    </div>
  );
}

function sharedText({ shared, company, location, companies, locations }: AlertOutage): string {
  const places = counted(locations, 'location');
  if (shared === 'location') return `All at ${location?.name} (${company?.name}).`;
  if (shared === 'company') return `All belong to ${company?.name}, at ${places}.`;
  return `Across the whole fleet: ${counted(companies, 'company', 'companies')}, ${places}.`;
}
