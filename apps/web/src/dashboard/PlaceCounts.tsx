import {
  type FleetSummary,
  mayOpen,
  type PlaceCount,
  type SessionUser,
  scopeOf,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { flagsOfCompanyHref } from '@/flags/filters/flagPlace.ts';
import { companyHref, locationHref } from '@/lib/paths.ts';
import { ROWS } from './FewPoles.tsx';

interface PlaceCountsProps {
  user: SessionUser;
  summary: FleetSummary | undefined;
}

/**
 * Shows pole counts to users with many poles: by location or, for masters, by company. Locations or
 * companies with problems come first.
 */
export function PlaceCounts({ user, summary }: PlaceCountsProps) {
  const byCompany = scopeOf(user, 'flag.read')?.kind === 'all';
  if (!summary || summary.total <= ROWS || summary.places.length < 2) return null;
  const { places } = summary;
  const companyPage = mayOpen('/companies/:id', user.role) ? companyHref : flagsOfCompanyHref;
  const hrefOf = byCompany ? companyPage : locationHref;
  return (
    <ul
      aria-label={byCompany ? t`Companies at a glance` : t`Locations at a glance`}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-3 max-sm:grid-cols-2 zoomed:grid-cols-1"
    >
      {places.map((place) => (
        <li key={place.id}>
          <Card className="relative grid h-full content-start gap-1 p-3 hover:bg-accent/50">
            <Link
              href={hrefOf(place.id)}
              className="line-clamp-2 font-medium after:absolute after:inset-0 after:rounded-lg hover:underline"
            >
              {place.name}
            </Link>
            <p className="text-xs text-muted-foreground tabular-nums">
              <Plural value={{ poles: place.poles }} one="# pole" other="# poles" />
            </p>
            <Trouble place={place} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Trouble({ place: { offline, alerts } }: { place: PlaceCount }) {
  if (offline === 0 && alerts === 0)
    return (
      <Status tone="ok" className="text-xs">
        <Trans>All online</Trans>
      </Status>
    );
  return (
    <span className="flex flex-wrap gap-x-3 text-xs">
      {offline > 0 && (
        <Status tone="off">
          <Plural value={offline} other="# offline" />
        </Status>
      )}
      {alerts > 0 && (
        <Status tone="bad">
          <Plural value={alerts} one="# alert" other="# alerts" />
        </Status>
      )}
    </span>
  );
}
