import type { Company, Flag } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Activity, Flag as FlagIcon, MapPin } from '@/components/icons/index.ts';
import { StatCard } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useFlagSummary } from '@/flags/list/useFlagSummary.ts';

const NONE: readonly Flag[] = [];

interface CompanyStatsProps {
  company: Company | undefined;
  flags: UseQueryResult<Flag[]>;
}

const onlineText = (online: number, offline: number) =>
  t`${plural(online, { one: '# online', other: '# online' })}, ${plural(offline, {
    one: '# offline',
    other: '# offline',
  })}`;

/**
 * Cards for the company's locations, flags and status, which is Active if at least one flag is
 * online (spec §2).
 */
export function CompanyStats({ company, flags }: CompanyStatsProps) {
  const { total, online } = useFlagSummary(flags.data ?? NONE);
  // Shows numbers only after the list has loaded.
  const known = flags.data ? <T,>(value: T) => value : () => (flags.isError ? '–' : undefined);
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 lg:gap-4">
      <StatCard title={t`Locations`} value={company?.locations} icon={<MapPin />} />
      <StatCard
        title={t`Flags`}
        value={known(total)}
        description={flags.data && onlineText(online, total - online)}
        icon={<FlagIcon />}
      />
      <StatCard
        title={t`Status`}
        className="max-lg:col-span-2"
        value={known(
          <Status tone={online > 0 ? 'ok' : 'off'}>{online > 0 ? t`Active` : t`Inactive`}</Status>,
        )}
        icon={<Activity />}
      />
    </div>
  );
}
