import { type Flag, type FlagSummary, may, type SessionUser, summarise } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Activity, Flag as FlagIcon, MapPin, TriangleAlert } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { StatCard } from '@/components/ui/card.tsx';
import { companiesQuery, locationsQuery } from '@/lib/query.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

function* viewsOf(flags: readonly Flag[]) {
  for (const { id } of flags) {
    const state = flagStore.state(id);
    if (state) yield state.view;
  }
}

const sameSummary = (a: FlagSummary, b: FlagSummary) =>
  a.total === b.total &&
  a.online === b.online &&
  a.alerts === b.alerts &&
  a.uptimePercent === b.uptimePercent;

interface StatCardsProps {
  user: SessionUser;
  flags: readonly Flag[];
  /** Numbers stand only for a list that came: a 0 while it loads would be read as true. */
  state: 'known' | 'pending' | 'error';
}

/** The four summary cards (spec §2), kept current once a second. */
export function StatCards({ user, flags, state }: StatCardsProps) {
  const compute = useCallback(() => summarise(viewsOf(flags)), [flags]);
  const summary = useLiveValue(compute, sameSummary);
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
            : `across ${count(places.locations, 'location', 'locations')}`,
        )}
        icon={<FlagIcon />}
      />
      <StatCard
        title="Active Flags"
        {...known(summary.online, `${uptimePercent}% uptime`)}
        icon={<Activity />}
        trend={
          uptimeIsPositive === null ? null : { value: uptimePercent, isPositive: uptimeIsPositive }
        }
      />
      <StatCard
        title="Locations"
        {...known(
          places.locations,
          places.companies === 0 ? 'no companies' : count(places.companies, 'company', 'companies'),
        )}
        icon={<MapPin />}
      />
      <StatCard
        title="Alerts"
        {...known(summary.alerts, count(summary.alerts, 'voltage alert', 'voltage alerts'))}
        icon={<TriangleAlert />}
      />
    </div>
  );
}

/** Places by their lists where the person may read them, else as the flags name them. */
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
