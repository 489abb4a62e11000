import { type Flag, isWholeSite, judgeVoltage, LIST_PAGE_MAX, likelyCause } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'wouter';
import { WifiOff } from '@/components/icons/index.ts';
import { Card } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { poleHref } from '@/lib/paths.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useFlagState, useLiveValue } from '@/lib/realtime/useFlagState.ts';

const NONE: readonly Flag[] = [];

/** Maximum number of other offline poles to name. */
const NAMED = 4;

/**
 * Help for an offline pole: the likely cause, the state of the other poles at the location, and a
 * list of checks.
 */
export function OfflineHelp({ flag }: { flag: Flag }) {
  const view = useFlagState(flag.id)?.view;
  const { data } = useQuery({
    ...listPageQuery('listFlags', {
      page: '1',
      limit: String(LIST_PAGE_MAX),
      location: flag.locationId,
    }),
    enabled: view?.isOnline === false,
  });
  const flags = (data?.items ?? NONE) as readonly Flag[];
  const count = useCallback(() => {
    const others = flags.filter((each) => each.id !== flag.id && !each.isSimulated);
    const offline = others.filter(({ id }) => !flagStore.state(id)?.view.isOnline);
    return { others, offline };
  }, [flag, flags]);
  const { others, offline } = useLiveValue(count, isSameCount);
  const named = offline.length > 0 ? offline : others;
  const more = named.length - NAMED;
  if (!view || view.isOnline) return null;
  const isNew = view.lastSeen === null;
  const neighbors = { all: others.length, offline: offline.length };
  const isLow = judgeVoltage(view.voltage, flag.voltageLimits).outside === 'low';
  const cause = likelyCause({ isNew, neighbors, lowVoltage: isLow ? view.voltage : null });
  return (
    <Card role="region" aria-label={t`Offline`} className="grid gap-3 border-bad/50 p-4">
      <p className="flex items-center gap-2 font-medium">
        <WifiOff aria-hidden="true" className="size-4 shrink-0 text-bad" />
        {isNew ? (
          t`This pole has never reported.`
        ) : (
          <span>
            <Trans>
              Offline: last seen <Moment at={view.lastSeen!} />
            </Trans>
          </span>
        )}
      </p>
      {cause !== null && <p>{cause}</p>}
      {others.length > 0 && (
        <div>
          <p>{neighborText(offline.length, others.length)}</p>
          <ul className="flex flex-wrap items-center gap-x-4">
            {named.slice(0, NAMED).map((each) => (
              <li key={each.id}>
                <Link
                  href={poleHref(each.id)}
                  className="inline-block underline underline-offset-2 touch:py-3"
                >
                  {each.name}
                </Link>
              </li>
            ))}
            {more > 0 && <li>{plural(more, { other: 'and # more' })}</li>}
          </ul>
        </div>
      )}
      <ol className="grid list-decimal gap-1 pl-5 text-muted-foreground">
        {checksFor(isNew, isWholeSite(neighbors)).map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ol>
    </Card>
  );
}

const isSameCount = (
  a: { others: readonly Flag[]; offline: readonly Flag[] },
  b: { others: readonly Flag[]; offline: readonly Flag[] },
): boolean =>
  a.others.length === b.others.length &&
  a.offline.length === b.offline.length &&
  a.offline.every((flag, i) => flag === b.offline[i]);

/**
 * Counts the other poles at an offline pole's location: "3 of 4 other poles here are online. Also
 * offline:"
 */
export function neighborText(offline: number, all: number): string {
  if (offline === 0)
    return plural(all, {
      one: 'The other pole here is online:',
      other: 'All # other poles here are online:',
    });
  if (offline === all)
    return plural(all, {
      one: 'The other pole here is also offline:',
      other: 'All # other poles here are also offline:',
    });
  const online = all - offline;
  return plural(online, {
    one: `# of ${all} other poles here is online. Also offline:`,
    other: `# of ${all} other poles here are online. Also offline:`,
  });
}

/** Returns what to check at an offline pole, most likely causes first. */
export function checksFor(isNew: boolean, wholeSite: boolean): string[] {
  if (isNew)
    return [
      t`Is the device turned on and connected to the network?`,
      t`Does the device use this pole’s flag ID and current key? Rejected attempts are listed under Rejected devices.`,
      t`Is the device’s clock right? Secure connections fail if the clock is wrong.`,
    ];
  if (wholeSite)
    return [
      t`Does the site have power?`,
      t`Does the site’s router or cellular modem have a connection?`,
      t`Was the network’s name or password changed?`,
    ];
  return [
    t`Does the pole have power? Check the fuse, charger and battery.`,
    t`Is the pole’s antenna or network cable connected?`,
    t`Turn the controller off and on. The pole should report within a minute.`,
  ];
}
