import type { Context, Services } from '../../../features/calls/context.ts';
import { lockOut, releaseLock } from '../../../features/flags/lockout.ts';
import { holdPole } from '../../../features/halfStaff/inEffect/poleStatus.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../features/monitoring/history/series/times.ts';
import { pastOrderDays } from './orders.ts';
import type { PastDeed, PastPole } from './past.ts';

/**
 * The demo's past and present problems. Each problem occurs at one pole, which is identified by its
 * flag ID.
 */

/** The demo pole that last reported three hours ago. */
export const SILENT = 'TW-LP-06';
const SILENT_SINCE_MS = 3 * HOUR_MS;
/** The demo pole that was offline when the past order lowered the other flags. */
const LATE = 'TW-CW-02';
/** The demo pole that a user raised while the past order was in effect. */
const RAISED = 'TW-LP-07';
/** The demo pole that was locked for part of the past order. */
const LOCKED_THEN = 'TW-HQ-05';
/** The demo pole that is currently locked. */
const LOCKED = 'PC-BV-07';
/** The demo pole that is held at half-staff at its owner's request. */
const HELD = 'CR-SV-05';
/** The demo pole that is at half-staff even though nothing is in effect and autopilot is off. */
const LEFT_AT_HALF = 'PC-MC-08';

/** Returns the time of the last report from the demo pole that stopped reporting. */
export const silentSince = (now: number): number => now - SILENT_SINCE_MS;
export const isSilent = (flagId: string): boolean => flagId === SILENT;
export const isAtHalf = (flagId: string): boolean => flagId === HELD || flagId === LEFT_AT_HALF;

/** Returns the periods when a demo pole was offline during the past few days. */
export function awayOf(flagId: string, now: number): PastPole['away'] {
  const { from } = pastOrderDays(now);
  switch (flagId) {
    case SILENT:
      return [{ from: silentSince(now), until: Number.POSITIVE_INFINITY }];
    case LATE:
      return [{ from: from + 4 * HOUR_MS, until: from + 10 * HOUR_MS }];
    default:
      return [];
  }
}

/** Returns an API context for a demo user. It uses the clocks of the given services. */
export type As = (services: Services, username: string) => Promise<Context>;
/** The database IDs (`flags.id`) of flags by their flag IDs, such as TW-HQ-01. */
export type FlagIds = ReadonlyMap<string, string>;

/** Returns what users did in the demo while the past order was in effect. */
export function pastDeeds(now: number, as: As, flags: FlagIds): PastDeed[] {
  const { until } = pastOrderDays(now);
  const during = until - 14 * HOUR_MS;
  return [
    {
      at: during,
      act: async (past) => {
        const { actor } = await as(past.services, 'npatel');
        await past.switchBy(actor.id, RAISED, 'up');
      },
    },
    {
      at: during + 10 * MINUTE_MS,
      act: async ({ services }) =>
        lockOut(await as(services, 'location'), idOf(flags, LOCKED_THEN), {
          reason: 'Replacing the halyard',
        }),
    },
    {
      at: during + 50 * MINUTE_MS,
      act: async ({ services }) =>
        releaseLock(await as(services, 'location'), idOf(flags, LOCKED_THEN)),
    },
  ];
}

/** Performs the user actions that cause the demo's current problems. */
export async function actNow(services: Services, as: As, flags: FlagIds): Promise<void> {
  await lockOut(await as(services, 'mhaugen'), idOf(flags, LOCKED), {
    reason: 'Painting the pole until Friday',
  });
  await holdPole(await as(services, 'tbegay'), idOf(flags, HELD), {
    reason: 'A longtime bus driver of the district has died',
    expires: { kind: 'at', at: services.domainClock.now() + 2 * DAY_MS },
  });
}

function idOf(flags: FlagIds, flagId: string): string {
  const id = flags.get(flagId);
  if (id === undefined) throw new Error(`The demo has no pole ${flagId}`);
  return id;
}
