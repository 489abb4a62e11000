import {
  currentPosition,
  ENGINE_ACTOR,
  type FlagRecord,
  newestPositionRequest,
  openCommand,
  POSITION_SWITCHES,
  type Position,
  type PositionRequest,
  requestKey,
} from '@halyard/domain';
import { select, t } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../calls/context.ts';
import { type FlagRow, flagInScope } from '../../fleet/flags.ts';
import { commandFlag } from '../../fleet/sendCommands/commandFlag.ts';
import { leavesAt } from '../../halfStaff/inEffect/poleStatus.ts';
import { endHold, openHolds } from '../../halfStaff/poles/holds.ts';
import { findHalfStaffFlags } from '../../halfStaff/poles/poles.ts';
import { type PoleTestRow, updateTest } from './queries.ts';

/**
 * How long, in ms, a pole test keeps waiting after the pole's own time limit for a move has passed.
 */
const LATE_MS = 60_000;
/**
 * If a pole test's command is not in the realtime database after this many ms, the server assumes
 * that the command was never sent.
 */
const UNSENT_MS = 30_000;

const PROBLEMS = {
  otherCommand: () =>
    t`Another command moved the pole during the test. The pole stays in its new position.`,
  byAutopilot: () => t`Autopilot moved the pole during the test. Test the pole again later.`,
  interrupted: () =>
    t`The test was interrupted, for example by a restart of the server. Test the pole again.`,
};

const notReported = (position: Position) =>
  t`The pole did not report that it is ${select({ position }, { up: 'up', half: 'at half-staff', other: 'down' })}. Check the motor and the device’s reports.`;
const notBack = (position: Position) =>
  t`The pole did not report that it is ${select({ position }, { up: 'up', half: 'at half-staff', other: 'down' })} again. Check the pole on site.`;

const EVERYWHERE = { kind: 'all' } as const;

/** A pole test and the current data of the pole. */
interface Look {
  test: PoleTestRow;
  flag: FlagRow;
  record: FlagRecord;
  /** The newest request to move the pole to a position. Null if there is none. */
  request: PositionRequest | null;
  now: number;
  /**
   * Whether this process started after the pole test began, and therefore did not watch the pole
   * the whole time.
   */
  wasInterrupted: boolean;
}

/**
 * Takes the next step of a pole test, if the pole has finished the previous one.
 * @param since when this process began to watch poles, in epoch milliseconds
 */
export async function advanceTest(
  services: Services,
  test: PoleTestRow,
  since: number,
): Promise<void> {
  const flag = await flagInScope(services.db.queries, EVERYWHERE, test.flag_id);
  const record = services.link.record(flag);
  const request = newestPositionRequest(record);
  const wasInterrupted = since > test.started_at;
  const look = { test, flag, record, request, now: services.clock(), wasInterrupted };
  if (test.phase === 'moving') await afterMoving(services, look, since);
  else await afterRestoring(services, look, since);
}

type Findings = Pick<PoleTestRow, 'took_ms' | 'problem'>;

async function afterMoving(services: Services, look: Look, since: number): Promise<void> {
  const { test, record, request, now, wasInterrupted } = look;
  const waitedMs = now - Math.max(test.started_at, since);
  const failed = (problem: string) => restore(services, look, { took_ms: null, problem });
  if (request?.id !== test.command_id) {
    if (isByAutopilot(test, request)) return failed(PROBLEMS.byAutopilot());
    if (request && request.at > test.started_at)
      return end(services, look, PROBLEMS.otherCommand());
    // The process stopped before it sent the command, so the pole has not moved.
    return waitedMs > UNSENT_MS ? end(services, look, PROBLEMS.interrupted()) : undefined;
  }
  const allowedMs = record.moveTimeout * 1000;
  if (openCommand(record) === null && currentPosition(record) === test.position) {
    const tookMs = Math.max(0, closedAt(look) - test.started_at);
    // The pole may have reported in time, but no process was running.
    if (wasInterrupted && tookMs > allowedMs) return failed(PROBLEMS.interrupted());
    return restore(services, look, { took_ms: tookMs, problem: null });
  }
  if (waitedMs <= allowedMs + LATE_MS) return;
  return failed(wasInterrupted ? PROBLEMS.interrupted() : notReported(test.position));
}

/** Returns the time when the pole test's command was confirmed. Null if it was not. */
const closedAt = ({ record: { command }, test, now }: Look): number =>
  command?.id === test.command_id ? (command.closedAt ?? now) : now;

/** Whether autopilot has moved the pole since the pole test began. */
const isByAutopilot = (test: PoleTestRow, request: PositionRequest | null): boolean =>
  request?.by === ENGINE_ACTOR && request.at > test.started_at;

/** Stores the result of the pole test, and moves the pole back to its previous position. */
async function restore(services: Services, look: Look, found: Findings): Promise<void> {
  const { test, flag, request, now } = look;
  const before = test.position_before;
  // If autopilot has moved the pole, move it back only to a position that autopilot would accept.
  const isLeft =
    before === null ||
    (request?.id !== test.command_id && !(await leavesAt(services, flag.id, before)));
  if (isLeft) return end(services, { ...look, test: { ...test, ...found } }, found.problem);
  const restoring = { ...found, phase: 'restoring' as const, restored_at: now };
  // Store this before sending the command, so that another process can send it if this one stops
  // here.
  await updateTest(services.db.queries, test, restoring);
  await sendBack(services, { ...look, test: { ...test, ...restoring } });
}

/** Ends the hold that the pole test created, and moves the pole back to its previous position. */
async function sendBack(services: Services, look: Look): Promise<void> {
  const { test, flag } = look;
  try {
    await endOwnHold(services, test);
    await commandFlag(
      services,
      flag,
      { [POSITION_SWITCHES[test.position_before!]]: true },
      { id: test.restore_command_id, by: test.user_id, restores: requestBefore(test) },
      (current) => isAway(test, newestPositionRequest(current)),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.isFault) throw error;
    await end(services, look, t`The pole was not moved back: ${{ problem: error.text }}`);
  }
}

/**
 * Whether a pole test still has to move the pole back. True if the newest position request comes
 * from the test, or from autopilot during the test. Otherwise, someone else has moved the pole
 * since.
 */
const isAway = (test: PoleTestRow, request: PositionRequest | null): boolean =>
  request?.id === test.command_id ||
  (isByAutopilot(test, request) && request!.at <= test.restored_at!);

const requestBefore = ({ request_before }: PoleTestRow): PositionRequest | null =>
  typeof request_before === 'string' ? JSON.parse(request_before) : request_before;

/** Ends the hold that the pole test's command created. */
async function endOwnHold(services: Services, test: PoleTestRow): Promise<void> {
  const hold = (await openHolds(services.db.queries, [test.flag_id])).get(test.flag_id);
  if (hold?.commandId !== test.command_id) return;
  const at = { now: services.domainClock.now(), wall: services.clock() };
  await services.db.transaction(async (trx) => {
    const [flag] = await findHalfStaffFlags(trx, EVERYWHERE, [test.flag_id]);
    if (flag) await endHold(trx, flag, test.username, at);
  });
}

async function afterRestoring(services: Services, look: Look, since: number): Promise<void> {
  const { test, record, request, now } = look;
  const { position_before: before, problem } = test;
  // An earlier process stopped before it sent the command to move back.
  if (isAway(test, request)) return sendBack(services, look);
  // A user has sent a command since then, so leave the pole where that command moved it.
  if (keyOf(request) !== keyOf(requestBefore(test))) return end(services, look, problem);
  const isBack = openCommand(record) === null && currentPosition(record) === before;
  if (isBack) return end(services, look, problem);
  const waitedMs = now - Math.max(test.restored_at ?? test.started_at, since);
  if (waitedMs <= 2 * record.moveTimeout * 1000 + LATE_MS) return;
  return end(services, look, problem ?? notBack(before ?? test.position));
}

const keyOf = (request: PositionRequest | null) => request && requestKey(request);

/**
 * Ends the pole test.
 * @param problem null if the pole passed
 */
function end({ db }: Services, { test, now }: Look, problem: string | null): Promise<void> {
  const phase = problem === null ? 'passed' : 'failed';
  return updateTest(db.queries, test, {
    ...{ phase, problem, ended_at: now },
    took_ms: test.took_ms,
  });
}
