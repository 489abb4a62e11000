import {
  countPlaces,
  type Flag,
  isOperator,
  type PlaceCount,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { companyHref, locationHref } from '@/lib/paths.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import { ROWS } from './FewPoles.tsx';

/** Maximum number of companies or locations shown. Those with the most problems come first. */
const SHOWN = 8;

interface PlaceCountsProps {
  user: SessionUser;
  flags: readonly Flag[];
}

/**
 * Pole counts for users with many poles: by location or, for masters, by company. Places with
 * problems come first.
 */
export function PlaceCounts({ user, flags }: PlaceCountsProps) {
  const byCompany = isOperator(user.role);
  const count = useCallback(
    () =>
      countPlaces(flags, byCompany, ({ id }) => flagStore.state(id)?.view.isOnline ?? false).slice(
        0,
        SHOWN,
      ),
    [flags, byCompany],
  );
  const places = useLiveValue(count, isSame);
  if (flags.length <= ROWS || places.length < 2) return null;
  return (
    <ul
      aria-label={byCompany ? t`Companies at a glance` : t`Locations at a glance`}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-3 max-sm:grid-cols-2"
    >
      {places.map((place) => (
        <li key={place.id}>
          <Card className="relative grid h-full content-start gap-1 p-3 hover:bg-accent/50">
            <Link
              href={byCompany ? companyHref(place.id) : locationHref(place.id)}
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
        <Status tone="warn">
          <Plural value={alerts} one="# alert" other="# alerts" />
        </Status>
      )}
    </span>
  );
}

const isSame = (a: readonly PlaceCount[], b: readonly PlaceCount[]): boolean =>
  a.length === b.length &&
  a.every((place, i) => {
    const other = b[i]!;
    return (
      place.id === other.id &&
      place.name === other.name &&
      place.poles === other.poles &&
      place.offline === other.offline &&
      place.alerts === other.alerts
    );
  });
