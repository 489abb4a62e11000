import {
  COMMAND_LAPSE_MS,
  commandPhase,
  currentPosition,
  desiredPosition,
  type FlagRecord,
  type Hold,
  holdEndsAt,
  holdIsOver,
  lastSeenAt,
  newestPositionRequest,
  ONLINE_SECONDS,
  openCommand,
  POSITION_SWITCHES,
  type Pole,
  reportedStates,
  requestedPosition,
  type ShouldBe,
  type SwitchStates,
  sentAt,
  shouldBe,
} from '@halyard/domain';
import { select, t } from '@halyard/messages';
import { poleOf } from '../poles/poles.ts';
import type { Decision } from './decision.ts';
import { ENGINE, holdAgainst, isHoldOvertaken, type ManualHold } from './manual.ts';
import { isRemembered } from './memory.ts';
import { type Finding, isNewShould, memoryAfter, notesOf } from './notes.ts';
import type { Situation } from './situation.ts';

/**
 * How long, in ms, the engine waits before each repetition of a command that the pole has ignored.
 */
const BACK_OFF_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000];
/** How many commands in a row a pole must ignore before users are shown a problem. */
const ALARM_AFTER = 3;
/**
 * The next check time for a pole that must be checked only after a change, such as a new report or
 * a new order.
 */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Decides what the engine does about one pole: what should be in effect, what to enter in the
 * ledger, and whether to send a command. Each decision depends only on the current situation, and
 * therefore makes up for anything that earlier decisions missed.
 */
export function decide(situation: Situation): Decision {
  const { record, wall } = situation;
  const { newHold, endsHold, should, pole } = holdNow(situation);
  const position = pole.reported;
  // A pole that is moving counts as wrong even while it is still in the correct position.
  const differs =
    (should.position !== null &&
      (position !== should.position || pole.position !== should.position)) ||
    (should.lamp !== null && reportedStates(record).lamp !== should.lamp);
  const tries = triesOf(situation, should, differs);
  const isMisplaced = should.position !== null && position !== should.position;
  const found = { should, position, isMisplaced, tries };
  const alarm = differs && hasFailed(record, tries, wall) ? alarmText(found) : null;
  const notes = notesOf(situation, found);
  if (alarm !== null && situation.alarm === null)
    notes.push({
      kind: 'alarm',
      at: situation.now,
      sourceKey: should.source.key,
      body: { text: alarm },
    });
  const { send, lookAt } = differs ? nextCommand(situation, should, tries) : NOTHING;
  return {
    situation,
    ...found,
    memory: memoryAfter(situation, found),
    notes,
    newHold,
    endsHold,
    release: releaseOf(situation, should, endsHold),
    send,
    alarm,
    lookAt: {
      domain: should.nextChange ?? NEVER,
      wall: Math.min(lookAt, fallsSilentAt(situation, should)),
    },
  };
}

const asHold = (
  { sourceKey: _, commandedAt: __, ...hold }: ManualHold,
  createdAt: number,
): Hold => ({
  ...hold,
  createdAt,
});

/**
 * Returns the time when the pole will count as offline if it sends no more reports. Returns NEVER
 * if nothing is in effect at the pole, or if it is already offline or has never reported.
 */
function fallsSilentAt({ record, wall, isOnline }: Situation, { source }: ShouldBe): number {
  const heard = lastSeenAt(record, wall);
  return source.kind === 'none' || !isOnline || heard === null
    ? NEVER
    : heard + ONLINE_SECONDS * 1000;
}

/** Returns what is in effect at a pole. Ignores an expired hold. */
export function shouldNow(
  {
    flag,
    record,
    facts,
    now,
    clock,
  }: Pick<Situation, 'flag' | 'record' | 'facts' | 'now' | 'clock'>,
  hold: Hold | null,
) {
  let pole = poleOf(flag, record, { hold, clock });
  const endsHold = holdIsOver(pole, facts, now);
  if (endsHold) pole = { ...pole, hold: null };
  return { should: shouldBe(pole, facts, now), pole, endsHold };
}

/**
 * Returns what is in effect at the pole from now on, the new hold if one begins, and whether the
 * current hold ends.
 */
function holdNow(
  situation: Situation,
): Pick<Decision, 'newHold' | 'endsHold' | 'should'> & { pole: Pole } {
  const { hold } = situation;
  const free = shouldNow(situation, null);
  const held = hold === null ? null : shouldNow(situation, hold);
  if (hold !== null && held !== null && !held.endsHold && !isHoldOvertaken(situation, hold))
    return { endsHold: false, newHold: null, should: held.should, pole: held.pole };
  const made = holdAgainst(situation, free.should);
  const now = made === null ? null : shouldNow(situation, asHold(made, situation.now));
  const isMade = now !== null && !now.endsHold;
  const { should, pole } = isMade ? now : free;
  return { endsHold: hold !== null, newHold: isMade ? made : null, should, pole };
}

/**
 * Returns how to change `releasedAt`, the time when half-staff ended for the flag. If the hold that
 * is ending was the only reason for half-staff, `releasedAt` becomes the end of the hold.
 * Otherwise, it is cleared if `isReleased` returns true. Returns null to leave it unchanged.
 */
function releaseOf(situation: Situation, should: ShouldBe, endsHold: boolean): Decision['release'] {
  if (endsHold && isOwnHalfStaff(situation, should)) return { at: holdEndedAt(situation) };
  return isReleased(situation) ? { at: null } : null;
}

/** Returns the time when the stored hold ended, which may be long before this check. */
function holdEndedAt({ flag, record, hold, facts, clock, now }: Situation): number {
  if (!hold) return now;
  const end = holdEndsAt(poleOf(flag, record, { hold, clock }), facts);
  return Math.min(Math.max(end, hold.createdAt), now);
}

/** Whether the hold that is ending was the only reason for the flag to be at half-staff. */
function isOwnHalfStaff({ hold, record, flag }: Situation, should: ShouldBe): boolean {
  if (!hold || hold.commandId !== null || !flag.site.optedIn) return false;
  return should.source.kind === 'none' && currentPosition(record) === 'half';
}

/**
 * Whether `releasedAt`, the time when half-staff ended for the flag, can be cleared: the flag has
 * left half-staff since then, or a user has sent a command to lower it. A user's command to raise
 * the flag is not enough, because the pole may not have carried it out.
 */
function isReleased({ flag, record, clock, isOnline }: Situation): boolean {
  const { releasedAt } = flag.site;
  if (releasedAt === null) return false;
  const request = newestPositionRequest(record);
  const isNewer = request && request.by !== ENGINE && clock.at(request.at) > releasedAt;
  // If a user's command to go up did not reach the pole, the flag must still not stay at
  // half-staff.
  if (isNewer && requestedPosition(record) !== 'up') return true;
  if (!isOnline || openCommand(record)) return false;
  const position = currentPosition(record);
  return position !== null && position !== 'half';
}

/**
 * Returns how many commands the engine has already sent to move the pole to its current planned
 * position.
 */
function triesOf({ record, memory }: Situation, should: ShouldBe, differs: boolean): number {
  if (!differs) return 0;
  const { command } = record;
  const isNew = command?.by === ENGINE && !isRemembered(memory.commandId, command);
  return (isNewShould(memory, should) ? 0 : memory.tries) + (isNew ? 1 : 0);
}

const NOTHING = { send: null, lookAt: NEVER };

/**
 * Returns the command to send to a pole that is in the wrong position, or when to check the pole
 * again.
 */
function nextCommand({ record, wall, isOnline }: Situation, should: ShouldBe, tries: number) {
  // Offline poles get no commands. When a pole reconnects, the engine decides again based on its
  // report.
  if (!isOnline) return NOTHING;
  const { command } = record;
  const moveMs = record.moveTimeout * 1000;
  if (command && isRaisedByPerson(record, should))
    return { send: null, lookAt: sentAt(command) + COMMAND_LAPSE_MS };
  if (command && isAsked(record, should)) {
    const wait = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length) - 1] ?? 0;
    const isUnderWay = commandPhase(record, wall) === 'pending';
    const againAt = sentAt(command) + (isUnderWay ? moveMs : Math.max(wait, moveMs));
    if ((isUnderWay || tries > 0) && wall < againAt) return { send: null, lookAt: againAt };
  }
  const { position, lamp } = should;
  const send: Partial<SwitchStates> = {
    ...(position === null ? {} : { [POSITION_SWITCHES[position]]: true }),
    ...(lamp === null ? {} : { lamp }),
  };
  // The engine checks again as soon as the command is stored. This later check is for a command
  // that never gets stored.
  return { send, lookAt: wall + moveMs };
}

/**
 * Whether a user is raising a flag that should be at half-staff. The engine lets the flag reach the
 * top before lowering it to half-staff.
 */
function isRaisedByPerson(record: FlagRecord, { position }: ShouldBe): boolean {
  const command = openCommand(record);
  if (!command || command.by === ENGINE) return false;
  return position === 'half' && desiredPosition(record) === 'up';
}

/** Whether the latest command already requests the right position and lamp state. */
function isAsked(record: FlagRecord, { position, lamp }: ShouldBe): boolean {
  return (
    (position === null || desiredPosition(record) === position) &&
    (lamp === null || record.desired.lamp === lamp)
  );
}

function hasFailed(record: FlagRecord, tries: number, wall: number): boolean {
  if (tries !== ALARM_AFTER) return tries > ALARM_AFTER;
  return commandPhase(record, wall) !== 'pending';
}

function alarmText({ should, position }: Pick<Finding, 'should' | 'position'>): string {
  if (should.position === null || should.position === position)
    return should.lamp
      ? t`The lamp should be on but is still off.`
      : t`The lamp should be off but is still on.`;
  const reported = position ?? 'none';
  return t`${select(
    { planned: should.position },
    { up: 'Should be up', half: 'Should be at half-staff', other: 'Should be down' },
  )}; ${select(
    { reported },
    {
      none: 'reports no position',
      up: 'still reports up',
      half: 'still reports at half-staff',
      other: 'still reports down',
    },
  )}.`;
}
