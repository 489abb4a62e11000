import { type Flag, type FlagSummary, may, type SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Activity, Flag as FlagIcon, MapPin, TriangleAlert } from '@/components/icons/index.ts';
import { StatCard } from '@/components/ui/Card.tsx';
import { filteredFlagsHref } from '@/flags/filters/flagFilter.ts';
import { useFlagSummary } from '@/flags/list/useFlagSummary.ts';
import { companiesQuery, locationsQuery } from '@/lib/api/query.ts';
import { counted } from '@/lib/count.ts';

interface StatCardsProps {
  user: SessionUser;
  flags: readonly Flag[];
  /**
   * Numbers appear only once the list has loaded, because a 0 while loading would be misleading.
   */
  state: 'known' | 'pending' | 'error';
}

/** The four summary cards (spec §2), updated once a second. */
export function StatCards({ user, flags, state }: StatCardsProps) {
  const summary = useFlagSummary(flags);
  const places = usePlaces(user, flags);
  const { uptimePercent, uptimeIsPositive } = summary;
  const known = (value: number, description: string) =>
    state === 'known' ? { value, description } : { value: state === 'error' ? '–' : undefined };
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard
        title="Total Flags"
        {...known(
          summary.total,
          places.locations === 0
            ? 'no locations'
            : `across ${counted(places.locations, 'location')}`,
        )}
        icon={<FlagIcon />}
        link={{ href: '/flags', label: 'Show all flags' }}
      />
      <StatCard
        title="Active Flags"
        {...known(summary.online, `${uptimePercent}% uptime`)}
        icon={<Activity />}
        link={{ href: filteredFlagsHref('online'), label: 'Show active flags' }}
        trend={
          uptimeIsPositive === null ? null : { value: uptimePercent, isPositive: uptimeIsPositive }
        }
      />
      <StatCard
        title="Locations"
        {...known(
          places.locations,
          places.companies === 0
            ? 'no companies'
            : counted(places.companies, 'company', 'companies'),
        )}
        icon={<MapPin />}
      />
      <StatCard
        title="Alerts"
        {...known(summary.alerts, openAlertsText(summary))}
        icon={<TriangleAlert />}
        link={{ href: '/alerts', label: 'Show alerts' }}
        more={
          state === 'known' && summary.notConfirmed > 0
            ? {
                href: filteredFlagsHref('not-confirmed'),
                label: 'Show flags whose command is not confirmed',
                text: `${summary.notConfirmed.toLocaleString('en-US')} not confirmed`,
              }
            : undefined
        }
      />
    </div>
  );
}

/**
 * Returns the card's number in words, and other open alerts. Unconfirmed commands are shown next to
 * it.
 */
function openAlertsText({ alerts, otherAlerts }: FlagSummary): string {
  const number = (count = 0) => count.toLocaleString('en-US');
  const { offline, 'movement-failed': failed, 'wrong-position': wrong } = otherAlerts;
  return [
    counted(alerts, 'voltage alert'),
    offline && `${number(offline)} offline`,
    failed && counted(failed, 'failed move'),
    wrong && `${number(wrong)} in the wrong position`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Counts places by their lists if the user may read them, else by the places named in the flags.
 */
function usePlaces(user: SessionUser, flags: readonly Flag[]) {
  const companies = useQuery({ ...companiesQuery(), enabled: may(user, 'company.read') });
  const locations = useQuery({ ...locationsQuery(user), enabled: may(user, 'location.read') });
  const named = useMemo(
    () => ({
      locations: new Set(flags.map((flag) => flag.locationId)).size,
      companies: new Set(flags.map((flag) => flag.companyId)).size,
    }),
    [flags],
  );
  return {
    locations: locations.data?.length ?? named.locations,
    companies: companies.data?.length ?? named.companies,
  };
}
