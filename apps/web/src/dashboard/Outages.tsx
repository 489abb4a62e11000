import { type AlertOutage, clockText, numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { outagesQuery } from '@/alerts/alertQueries.ts';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { offlineFlagsHref } from '@/flags/filters/flagPlace.ts';
import { serverNow } from '@/lib/realtime/clock.ts';

/**
 * Shows outages: groups of poles that went offline together. Says whether all poles of a group
 * share a location or a company. Renders nothing if there are no outages.
 */
export function Outages() {
  const { data } = useQuery(outagesQuery());
  const outages = data?.items ?? [];
  const more = (data?.total ?? 0) - outages.length;
  return (
    // Always rendered, so that screen readers announce new content.
    <div role="status" className="contents">
      {outages.length > 0 && (
        <Card className="grid gap-3 border-bad/50 bg-bad-soft px-4 py-3">
          {outages.map((outage) => (
            <OutageLine key={`${outage.company?.id} ${outage.location?.id}`} outage={outage} />
          ))}
          {more > 0 && (
            <p className="text-sm">
              <Plural value={more} one="And # more outage." other="And # more outages." />
            </p>
          )}
        </Card>
      )}
    </div>
  );
}

function OutageLine({ outage }: { outage: AlertOutage }) {
  const { company, location } = outage;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="grid gap-0.5">
        <Status tone="bad" className="items-baseline font-medium whitespace-normal">
          {offlineText(outage)}
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
        <Trans>Show flags</Trans>
      </Link>
    </div>
  );
}

/**
 * Describes an outage: "5 of 12 poles went offline at 9:14 AM EST", or "… on Nov 21, 9:14 AM EST"
 * if it was not today.
 */
function offlineText({ offline, total, at }: AlertOutage): string {
  const moment = clockText(at, serverNow());
  const isToday = /^\d/.test(moment);
  const some = numberText(offline);
  return isToday
    ? t`${some} of ${plural(total, { other: '# poles' })} went offline at ${moment}`
    : t`${some} of ${plural(total, { other: '# poles' })} went offline on ${moment}`;
}

function sharedText({ shared, company, location, companies, locations }: AlertOutage): string {
  const companyName = company?.name ?? '';
  const locationName = location?.name ?? '';
  if (shared === 'location') return t`All at ${locationName} (${companyName}).`;
  if (shared === 'company')
    return t`All belong to ${companyName}, at ${plural(locations, { one: '# location', other: '# locations' })}.`;
  return t`Across the whole fleet: ${plural(companies, { one: '# company', other: '# companies' })}, ${plural(locations, { one: '# location', other: '# locations' })}.`;
}
