import type { Company, FleetSummary } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Activity, Flag as FlagIcon, MapPin } from '@/components/icons/index.ts';
import { StatCard } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';

interface CompanyStatsProps {
  company: Company | undefined;
  /** The counts of the company's locations and flags; omitted until they have loaded. */
  summary: FleetSummary | undefined;
  isFailed: boolean;
}

const onlineText = (online: number, offline: number) =>
  t`${plural(online, { one: '# online', other: '# online' })}, ${plural(offline, {
    one: '# offline',
    other: '# offline',
  })}`;

/**
 * Cards with the number of the company's locations, the number of its flags, and its status. The
 * status is Active if at least one flag is online (spec §2).
 */
export function CompanyStats({ company, summary, isFailed }: CompanyStatsProps) {
  const { total, online } = summary ?? { total: 0, online: 0 };
  // Shows numbers only after the list has loaded.
  const known = summary ? <T,>(value: T) => value : () => (isFailed ? '–' : undefined);
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 lg:gap-4">
      <StatCard title={t`Locations`} value={company?.locations} icon={<MapPin />} />
      <StatCard
        title={t`Flags`}
        value={known(total)}
        description={summary && onlineText(online, total - online)}
        icon={<FlagIcon />}
      />
      <StatCard
        title={t`Status`}
        className="max-lg:col-span-full"
        value={known(
          <Status tone={online > 0 ? 'ok' : 'off'}>{online > 0 ? t`Active` : t`Inactive`}</Status>,
        )}
        icon={<Activity />}
      />
    </div>
  );
}
