import {
  type FlagRecord,
  isOnline,
  isTesting,
  openCommand,
  POSITION_FIELDS,
  type ShouldBe,
} from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import { lockedText } from '../../../realtime/commands/lockRefusal.ts';
import type { Context } from '../../calls/context.ts';
import type { FlagRow } from '../../fleet/flags.ts';
import { statusOfFlag } from '../../halfStaff/inEffect/poleStatus.ts';
import type { PoleTestRow } from './queries.ts';

/** Returns a sentence that says why a pole cannot be tested now. Null if it can. */
export async function obstacleTo(
  ctx: Context,
  flag: FlagRow,
  test: PoleTestRow | undefined,
): Promise<Message | null> {
  const record = ctx.link.record(flag);
  return (
    physicalObstacle(flag, record, ctx.clock()) ??
    (test && isTesting(test.phase) ? testedBy(test.username) : null) ??
    (await autopilotObstacle(ctx, flag))
  );
}

export const testedBy = (username: string) => msg`${{ username }} is testing this pole.`;

function physicalObstacle(flag: FlagRow, record: FlagRecord, now: number): Message | null {
  const lock = flag.lock ?? record.lock;
  if (lock) return msg`${{ locked: lockedText(lock) }}. Release the lock first.`;
  if (!isOnline(record, now)) return msg`The pole is offline. Test it when it is back online.`;
  if (POSITION_FIELDS.some((field) => record.reported[field] === undefined))
    return msg`The pole does not report all positions, so it cannot be tested.`;
  if (openCommand(record)) return msg`The pole is carrying out a command. Wait for it to finish.`;
  return null;
}

/**
 * Returns a sentence about the hold, order or half-staff day that prevents a pole test. Null if
 * there is none.
 */
async function autopilotObstacle(ctx: Context, flag: FlagRow): Promise<Message | null> {
  const { engine, hold, should } = await statusOfFlag(ctx, flag.id);
  if (hold)
    return msg`${{ by: hold.by }} has put this pole on hold: ${{ reason: hold.reason }}. Release the hold first.`;
  if (engine.isOn && KEPT.includes(should.source.kind))
    return msg`Half-staff is in effect at this pole. Test the pole after half-staff ends.`;
  return null;
}

const KEPT: readonly ShouldBe['source']['kind'][] = ['exception', 'order', 'annual-day'];
