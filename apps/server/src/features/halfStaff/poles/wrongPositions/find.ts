import {
  type Facts,
  inScope,
  isOnline,
  lastSeenAt,
  type Scope,
  type WrongPosition,
  wrongPosition,
} from '@halyard/domain';
import type { Services } from '../../../calls/context.ts';
import { type FleetPole, fleetPoleOf } from '../fleet.ts';
import type { WrongPositionIndex } from './wrongPositionIndex.ts';

type Needed = Pick<Services, 'link' | 'clock' | 'domainClock'>;

/** A pole whose flag is in the wrong position. */
export interface WrongPole extends FleetPole {
  wrong: WrongPosition;
  isOnline: boolean;
  /** When the pole last reported, in epoch milliseconds of real time. */
  lastSeenAt: number | null;
}

/**
 * Returns the flags in the wrong position that the actor may see, in no particular order, and the
 * orders and days by which they were checked. The position of an offline pole is the one that it
 * last reported.
 */
export async function findWrongPositions(
  services: Needed,
  index: WrongPositionIndex,
  scope: Scope,
): Promise<{ poles: WrongPole[]; facts: Facts }> {
  const { wrong: all, facts } = await index.current();
  const poles: WrongPole[] = [];
  for (const [id, wrong] of all) {
    const indexed = index.poles.get(id);
    if (!indexed || !inScope(scope, indexed.flag.site)) continue;
    const record = services.link.record(indexed.flag);
    const pole = fleetPoleOf(indexed, record, services.domainClock);
    poles.push(withContact(services, pole, wrong));
  }
  return { poles, facts };
}

/** Returns the given poles that are in the wrong position. */
export function wrongAmong(
  services: Needed,
  fleet: readonly FleetPole[],
  facts: Facts,
): WrongPole[] {
  const { link, clock, domainClock } = services;
  const now = domainClock.at(clock());
  return fleet.flatMap((each) => {
    const since = link.positionSince(each.flag);
    const wrong = wrongPosition(
      each.pole,
      facts,
      now,
      since === null ? null : domainClock.at(since),
    );
    return wrong ? withContact(services, each, wrong) : [];
  });
}

function withContact({ clock }: Needed, pole: FleetPole, wrong: WrongPosition): WrongPole {
  const { record } = pole;
  const now = clock();
  return { ...pole, wrong, isOnline: isOnline(record, now), lastSeenAt: lastSeenAt(record, now) };
}
