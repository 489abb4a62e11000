import { commaText, type FleetSummary, may, type SessionUser, uptimeOf } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Activity, Flag as FlagIcon, MapPin, TriangleAlert } from '@/components/icons/index.ts';
import { StatCard } from '@/components/ui/Card.tsx';
import { filteredFlagsHref } from '@/flags/filters/flagFilter.ts';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { ONLY_TOTAL } from '@/lib/lists/pageSizes.ts';

interface StatCardsProps {
  user: SessionUser;
  /** The counts of flags; omitted until they have loaded. */
  summary: FleetSummary | undefined;
  isFailed: boolean;
}

const NOTHING = { total: 0, online: 0, alerts: 0, notConfirmed: 0, otherAlerts: {} };

/** The four summary cards (spec §2), updated whenever the server pushes new counts. */
export function StatCards({ user, summary, isFailed }: StatCardsProps) {
  const { total, online, alerts, notConfirmed, otherAlerts } = summary ?? NOTHING;
  const { companies, locations } = usePlaces(user, summary);
  const { uptimePercent, uptimeIsPositive } = uptimeOf({ total, online });
  const known = (value: number, description: string) =>
    summary ? { value, description } : { value: isFailed ? '–' : undefined };
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard
        title={t`Total Flags`}
        {...known(
          total,
          locations === 0
            ? t`no locations`
            : plural(locations, { one: 'across # location', other: 'across # locations' }),
        )}
        icon={<FlagIcon />}
        link={{ href: '/flags', label: t`Show all flags` }}
      />
      <StatCard
        title={t`Active Flags`}
        {...known(online, t`${uptimePercent}% uptime`)}
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
        {...known(alerts, openAlertsText({ alerts, otherAlerts }))}
        icon={<TriangleAlert />}
        link={{ href: '/alerts', label: t`Show alerts` }}
        more={
          summary && notConfirmed > 0
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
 * Describes the open alerts for the Alerts card: the number of voltage alerts and the number of
 * other alerts.
 */
function openAlertsText({
  alerts,
  otherAlerts,
}: Pick<FleetSummary, 'alerts' | 'otherAlerts'>): string {
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
 * Returns the number of companies and the number of locations. If the user may not read one of
 * these lists, uses the number in the flag counts instead.
 */
function usePlaces(user: SessionUser, summary: FleetSummary | undefined) {
  const companies = useQuery({
    ...listPageQuery('listCompanies', ONLY_TOTAL),
    enabled: may(user, 'company.read'),
  });
  const locations = useQuery({
    ...listPageQuery('listLocations', ONLY_TOTAL),
    enabled: may(user, 'location.read'),
  });
  return {
    companies: companies.data?.total ?? summary?.companies ?? 0,
    locations: locations.data?.total ?? summary?.locations ?? 0,
  };
}
