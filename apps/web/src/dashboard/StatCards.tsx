import { commaText, type Flag, type FlagSummary, may, type SessionUser } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Activity, Flag as FlagIcon, MapPin, TriangleAlert } from '@/components/icons/index.ts';
import { StatCard } from '@/components/ui/Card.tsx';
import { filteredFlagsHref } from '@/flags/filters/flagFilter.ts';
import { useFlagSummary } from '@/flags/list/useFlagSummary.ts';
import { companiesQuery, locationsQuery } from '@/lib/api/query.ts';

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
  const { uptimePercent, uptimeIsPositive, notConfirmed } = summary;
  const { companies, locations } = places;
  const known = (value: number, description: string) =>
    state === 'known' ? { value, description } : { value: state === 'error' ? '–' : undefined };
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard
        title={t`Total Flags`}
        {...known(
          summary.total,
          locations === 0
            ? t`no locations`
            : plural(locations, { one: 'across # location', other: 'across # locations' }),
        )}
        icon={<FlagIcon />}
        link={{ href: '/flags', label: t`Show all flags` }}
      />
      <StatCard
        title={t`Active Flags`}
        {...known(summary.online, t`${uptimePercent}% uptime`)}
        icon={<Activity />}
        link={{ href: filteredFlagsHref('online'), label: t`Show active flags` }}
        trend={
          uptimeIsPositive === null ? null : { value: uptimePercent, isPositive: uptimeIsPositive }
        }
      />
      <StatCard
        title={t`Locations`}
        {...known(
          locations,
          companies === 0
            ? t`no companies`
            : plural(companies, { one: '# company', other: '# companies' }),
        )}
        icon={<MapPin />}
      />
      <StatCard
        title={t`Alerts`}
        {...known(summary.alerts, openAlertsText(summary))}
        icon={<TriangleAlert />}
        link={{ href: '/alerts', label: t`Show alerts` }}
        more={
          state === 'known' && notConfirmed > 0
            ? {
                href: filteredFlagsHref('not-confirmed'),
                label: t`Show flags with unconfirmed commands`,
                text: plural(notConfirmed, { other: '# not confirmed' }),
              }
            : undefined
        }
      />
    </div>
  );
}

/**
 * Returns the description of the Alerts card: the voltage alerts and other open alerts. Unconfirmed
 * commands are shown next to it.
 */
function openAlertsText({ alerts, otherAlerts }: FlagSummary): string {
  const { offline = 0, 'movement-failed': failed = 0, 'wrong-position': wrong = 0 } = otherAlerts;
  const parts = [
    plural(alerts, { one: '# voltage alert', other: '# voltage alerts' }),
    offline > 0 && plural(offline, { other: '# offline' }),
    failed > 0 && plural(failed, { one: '# failed move', other: '# failed moves' }),
    wrong > 0 && plural(wrong, { other: '# in the wrong position' }),
  ];
  return commaText(parts.filter((part) => part !== false));
}

/**
 * Counts companies and locations from their lists if the user may read them, else from the flags.
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
