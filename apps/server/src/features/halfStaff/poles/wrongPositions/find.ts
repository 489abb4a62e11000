import {
  type Facts,
  isOnline,
  lastSeenAt,
  type Scope,
  type WrongPosition,
  wrongPosition,
} from '@halyard/domain';
import type { Services } from '../../../calls/context.ts';
import { findFacts } from '../../orders/facts.ts';
import { type FleetPole, findFleet } from '../fleet.ts';

/** A pole whose flag is in the wrong position. */
export interface WrongPole extends FleetPole {
  wrong: WrongPosition;
  isOnline: boolean;
  /** When the pole last reported, in epoch milliseconds of real time. */
  lastSeenAt: number | null;
}

/**
 * Returns the flags that the actor may see and that are in the wrong position. For offline poles,
 * uses the last report.
 */
export async function findWrongPositions(
  services: Pick<Services, 'db' | 'link' | 'clock' | 'domainClock'>,
  scope: Scope,
): Promise<WrongPole[]> {
  const facts = await findFacts(services.db.queries, services.domainClock.now());
  return wrongAmong(services, await findFleet(services, scope), facts);
}

/** Returns the given poles that are in the wrong position. */
export function wrongAmong(
  { link, clock, domainClock }: Pick<Services, 'link' | 'clock' | 'domainClock'>,
  fleet: readonly FleetPole[],
  facts: Facts,
): WrongPole[] {
  const wall = clock();
  const now = domainClock.at(wall);
  return fleet.flatMap((each) => {
    const since = link.positionSince(each.flag);
    const wrong = wrongPosition(
      each.pole,
      facts,
      now,
      since === null ? null : domainClock.at(since),
    );
    if (!wrong) return [];
    const { record } = each;
    return {
      ...each,
      wrong,
      isOnline: isOnline(record, wall),
      lastSeenAt: lastSeenAt(record, wall),
    };
  });
}
