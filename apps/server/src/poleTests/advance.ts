import {
  currentPosition,
  type FlagRecord,
  newestPositionRequest,
  openCommand,
  POSITION_SWITCHES,
  type PositionRequest,
  STANDS,
} from '@halyard/domain';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { commandFlag } from '../flags/commandFlag.ts';
import { type FlagRow, flagInScope } from '../flags/queries.ts';
import { endHold, openHolds } from '../halfStaff/holds.ts';
import { findHalfStaffFlags } from '../halfStaff/poles.ts';
import { type PoleTestRow, updateTest } from './queries.ts';

/** Milliseconds beyond a pole's own time for which a test waits for it. */
const LATE_MS = 60_000;
const EVERYWHERE = { kind: 'all' } as const;

/** Takes a test one step further, as far as the pole has come. */
export async function advanceTest(services: Services, test: PoleTestRow): Promise<void> {
  const flag = await flagInScope(services.db.queries, EVERYWHERE, test.flag_id);
  const record = services.link.record(flag);
  if (test.phase === 'moving') await afterMoving(services, test, flag, record);
  else await afterRestoring(services, test, record);
}

async function afterMoving(
  services: Services,
  test: PoleTestRow,
  flag: FlagRow,
  record: FlagRecord,
): Promise<void> {
  const now = services.clock();
  const { queries } = services.db;
  const request = newestPositionRequest(record);
  if (request && request.id !== test.command_id && request.at > test.started_at)
    return updateTest(queries, test, {
      ...{ phase: 'failed', ended_at: now },
      problem: 'Another command moved the pole during the test. It stays where that sent it.',
    });
  const isOurs = request?.id === test.command_id;
  if (isOurs && openCommand(record) === null && currentPosition(record) === test.position)
    return restore(services, test, flag, { took_ms: tookMs(record, test, now), problem: null });
  if (now - test.started_at <= record.moveTimeout * 1000 + LATE_MS) return;
  const problem = `The pole did not report that it is ${STANDS[test.position]}. Check the motor and what the device reports.`;
  return restore(services, test, flag, { took_ms: null, problem });
}

/** Milliseconds from the command to its confirmation. */
function tookMs({ command }: FlagRecord, test: PoleTestRow, now: number): number {
  const isSame = command?.id === test.command_id;
  const end = isSame && command.closedAt !== undefined ? command.closedAt : now;
  return Math.max(0, end - test.started_at);
}

/** Brings the pole back to where it was, as if the test had never been. */
async function restore(
  services: Services,
  test: PoleTestRow,
  flag: FlagRow,
  found: Pick<PoleTestRow, 'took_ms' | 'problem'>,
): Promise<void> {
  const now = services.clock();
  const { position_before: before } = test;
  const over = { phase: found.problem === null ? ('passed' as const) : ('failed' as const) };
  if (before === null)
    return updateTest(services.db.queries, test, { ...found, ...over, ended_at: now });
  try {
    await endOwnHold(services, test);
    await commandFlag(
      services,
      flag,
      { [POSITION_SWITCHES[before]]: true },
      { id: test.restore_command_id, by: test.user_id, restores: requestBefore(test) },
      // Nobody may have moved it since.
      (current) => newestPositionRequest(current)?.id === test.command_id,
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.isFault) throw error;
    const problem = `The pole was not brought back: ${error.message}`;
    return updateTest(services.db.queries, test, {
      ...{ ...found, problem, phase: 'failed', ended_at: now },
    });
  }
  await updateTest(services.db.queries, test, { ...found, phase: 'restoring', restored_at: now });
}

const requestBefore = ({ request_before }: PoleTestRow): PositionRequest | null =>
  typeof request_before === 'string' ? JSON.parse(request_before) : request_before;

/** Ends the hold that the test's command made, as the undo of a move does. */
async function endOwnHold(services: Services, test: PoleTestRow): Promise<void> {
  const hold = (await openHolds(services.db.queries, test.flag_id)).get(test.flag_id);
  if (hold?.commandId !== test.command_id) return;
  const at = { now: services.domainClock.now(), wall: services.clock() };
  await services.db.transaction(async (trx) => {
    const [flag] = await findHalfStaffFlags(trx, EVERYWHERE, [test.flag_id]);
    if (flag) await endHold(trx, flag, test.username, at);
  });
}

async function afterRestoring(
  { db, clock }: Services,
  test: PoleTestRow,
  record: FlagRecord,
): Promise<void> {
  const now = clock();
  const { command } = record;
  const sentAt = test.restored_at ?? test.started_at;
  const over = {
    phase: test.problem === null ? ('passed' as const) : ('failed' as const),
    ended_at: now,
  };
  const isOurs = command?.id === test.restore_command_id;
  const isBack =
    isOurs && openCommand(record) === null && currentPosition(record) === test.position_before;
  // Somebody has commanded it since: where it is now is their business.
  const isOvertaken =
    !isOurs && command && command.id !== test.command_id && (command.receivedAt ?? 0) > sentAt;
  if (isBack || isOvertaken) return updateTest(db.queries, test, over);
  if (now - sentAt <= 2 * record.moveTimeout * 1000 + LATE_MS) return;
  const back = STANDS[test.position_before ?? test.position];
  const problem =
    test.problem ?? `The pole did not report that it is ${back} again. Check it on the spot.`;
  return updateTest(db.queries, test, { phase: 'failed', ended_at: now, problem });
}
