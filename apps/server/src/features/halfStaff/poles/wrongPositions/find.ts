import {
  inScope,
  isOnline,
  lastSeenAt,
  type OrdersAndDays,
  type Scope,
  type WrongPosition,
  wrongPosition,
} from '@halyard/domain';
import { Pauses } from '../../../../platform/limits/pauses.ts';
import type { Services } from '../../../calls/context.ts';
import { type FleetPole, fleetPoleOf } from '../fleet.ts';
import type { CurrentWrongPositions, WrongPositionIndex } from './wrongPositionIndex.ts';

type Needed = Pick<Services, 'link' | 'clock' | 'domainClock'>;

/** A pole whose flag is in the wrong position. */
export interface WrongPole extends FleetPole {
  wrong: WrongPosition;
  isOnline: boolean;
  /** The real time when the pole last reported, in epoch milliseconds. */
  lastSeenAt: number | null;
}

/** A flag in the wrong position, with the properties by which lists count and filter flags. */
export interface WrongFlag {
  id: string;
  wrong: WrongPosition;
  isOnline: boolean;
  /**
   * Whether autopilot may correct the position. It may not if a user has moved or held the flag, or
   * if the pole is locked or offline.
   */
  isCorrectable: boolean;
}

export interface FoundWrongPositions extends Pick<CurrentWrongPositions, 'facts' | 'unchecked'> {
  flags: WrongFlag[];
}

/**
 * Returns the flags in the wrong position that the actor may see, in no particular order, and the
 * orders and half-staff days used for the check. An offline pole's position is the last one that it
 * reported.
 * @param patience the maximum time in ms to wait for poles to be checked. By default, waits until
 * all are checked.
 */
export async function findWrongPositions(
  services: Needed,
  index: WrongPositionIndex,
  scope: Scope,
  patience?: number,
): Promise<FoundWrongPositions> {
  const { wrong: all, facts, unchecked } = await index.current(scope, patience);
  const now = services.clock();
  const pauses = new Pauses();
  const flags: WrongFlag[] = [];
  for (const [id, wrong] of all) {
    if (pauses.areDue) await pauses.take();
    const flag = index.poles.get(id)?.flag;
    if (!flag || !inScope(scope, flag.site)) continue;
    const record = services.link.record(flag);
    const online = isOnline(record, now);
    const isLocked = (flag.lock ?? record.lock) !== null;
    const isCorrectable = online && !wrong.isDeliberate && !isLocked;
    flags.push({ id, wrong, isOnline: online, isCorrectable });
  }
  return { flags, facts, unchecked };
}

/**
 * Adds each pole's current data to a list of flags in the wrong position. Leaves out deleted poles.
 */
export const withPoles = (
  services: Needed,
  { poles }: WrongPositionIndex,
  flags: readonly WrongFlag[],
): WrongPole[] =>
  flags.flatMap((each) => {
    const pole = poles.get(each.id);
    if (!pole) return [];
    const { link, domainClock } = services;
    const fleetPole = fleetPoleOf(pole, link.record(pole.flag), domainClock);
    return [withContact(services, fleetPole, each.wrong)];
  });

/** Returns the given poles that are in the wrong position. */
export function wrongAmong(
  services: Needed,
  fleet: readonly FleetPole[],
  facts: OrdersAndDays,
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
