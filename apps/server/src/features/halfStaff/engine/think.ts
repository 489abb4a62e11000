import {
  COMMAND_LAPSE_MS,
  commandPhase,
  currentPosition,
  desiredPosition,
  type FlagRecord,
  type Hold,
  holdEndsAt,
  holdIsOver,
  isOnline,
  lastSeenAt,
  newestPositionRequest,
  ONLINE_SECONDS,
  openCommand,
  POSITION_SWITCHES,
  type Position,
  reportedStates,
  requestedPosition,
  type ShouldBe,
  type SwitchStates,
  sentAt,
  shouldBe,
} from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import { poleOf } from '../poles/poles.ts';
import { ENGINE, holdAgainst, isHoldOvertaken, type ManualHold } from './manual.ts';
import { isRemembered } from './memory.ts';
import { type Finding, isNewShould, memoryAfter, notesOf, type PoleNote } from './notes.ts';
import type { Seen, Situation } from './situation.ts';

/** Milliseconds from a command that is not followed to the next one: after the first, the second, … */
const BACK_OFF_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000];
/** Commands in a row that a pole does not follow before people are told. */
const ALARM_AFTER = 3;
/** There is nothing to look at by the clock. */
const NEVER = Number.POSITIVE_INFINITY;

/** What follows from a situation. */
export interface Thought {
  should: ShouldBe;
  memory: PoleMemory;
  notes: PoleNote[];
  /** A person's switch that from here on stands against the engine. */
  newHold: ManualHold | null;
  /** The pole's hold has expired, or a person has moved the pole to where autopilot wants it. */
  endsHold: boolean;
  /** A new value for the flag's `releasedAt`; null: it stays as it is. */
  release: { at: number | null } | null;
  /** What to command now; null: nothing. */
  send: Partial<SwitchStates> | null;
  /** What is wrong, for people; null: nothing. */
  alarm: string | null;
  /** Epoch milliseconds of either clock at which to think again, if nothing happens before. */
  lookAt: { domain: number; wall: number };
}

/**
 * What the engine makes of one pole: what should hold, what of it is worth noting, whether to command
 * it. It goes by the state alone, so that whatever was missed is made up for.
 * @param wall epoch milliseconds of the wall clock
 */
export function think(situation: Situation, wall: number): Thought {
  const { record } = situation;
  const seen = seenAt(situation, wall);
  const { hold, newHold, endsHold } = holdNow(seen);
  const { should, pole } = shouldNow(seen, hold);
  const position = pole.reported;
  // One that is where it should be and on its way elsewhere is not there for long.
  const differs =
    (should.position !== null &&
      (position !== should.position || pole.position !== should.position)) ||
    (should.lamp !== null && reportedStates(record).lamp !== should.lamp);
  const tries = triesOf(seen, should, differs);
  const isMisplaced = should.position !== null && position !== should.position;
  const found = { should, position, isMisplaced, tries };
  const alarm = differs && hasFailed(record, tries, wall) ? alarmText(found) : null;
  const notes = notesOf(seen, found);
  if (alarm !== null && situation.alarm === null)
    notes.push({
      kind: 'alarm',
      at: seen.now,
      sourceKey: should.source.key,
      body: { text: alarm },
    });
  const { send, lookAt } = differs ? nextCommand(seen, should, tries) : NOTHING;
  return {
    should,
    memory: memoryAfter(seen, found),
    notes,
    newHold,
    endsHold,
    release: releaseOf(seen, should, endsHold),
    send,
    alarm,
    lookAt: {
      domain: should.nextChange ?? NEVER,
      wall: Math.min(lookAt, fallsSilentAt(seen, should)),
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

/** The situation at one moment. @param wall epoch milliseconds of the wall clock */
function seenAt(situation: Situation, wall: number): Seen {
  const { record, clock, flag } = situation;
  const heard = lastSeenAt(record, wall);
  return {
    ...situation,
    wall,
    now: clock.at(wall),
    isOnline: isOnline(record, wall),
    lastHeardAt: heard === null ? null : clock.at(heard),
    pole: poleOf(flag, record, { hold: null, clock }),
  };
}

/** When a pole at which something is in effect counts as offline, if it says nothing more. */
function fallsSilentAt({ record, wall, isOnline }: Seen, { source }: ShouldBe): number {
  const heard = lastSeenAt(record, wall);
  return source.kind === 'none' || !isOnline || heard === null
    ? NEVER
    : heard + ONLINE_SECONDS * 1000;
}

/** What is in effect at a pole, an expired hold left out. */
export function shouldNow(
  { flag, record, facts, now, clock }: Pick<Seen, 'flag' | 'record' | 'facts' | 'now' | 'clock'>,
  hold: Hold | null,
) {
  let pole = poleOf(flag, record, { hold, clock });
  const endsHold = holdIsOver(pole, facts, now);
  if (endsHold) pole = { ...pole, hold: null };
  return { should: shouldBe(pole, facts, now), pole, endsHold };
}

/** The hold that counts from now on, and what becomes of the one that was open. */
function holdNow(seen: Seen): Pick<Thought, 'newHold' | 'endsHold'> & { hold: Hold | null } {
  const { hold } = seen;
  const free = shouldNow(seen, null).should;
  const endsHold = hold !== null && (shouldNow(seen, hold).endsHold || isHoldOvertaken(seen, hold));
  const left = endsHold ? null : hold;
  const made = left === null ? holdAgainst(seen, free) : null;
  const isOver = made !== null && shouldNow(seen, asHold(made, seen.now)).endsHold;
  const newHold = isOver ? null : made;
  return { endsHold, newHold, hold: newHold ? asHold(newHold, seen.now) : left };
}

/**
 * Half-staff is over when a company's own, a hold with a reason, ends. Nothing is left to do once the
 * pole was seen elsewhere than at half.
 */
function releaseOf(seen: Seen, should: ShouldBe, endsHold: boolean): Thought['release'] {
  if (endsHold && isOwnHalfStaff(seen, should)) return { at: holdEndedAt(seen) };
  return isReleased(seen) ? { at: null } : null;
}

/** When the open hold ended. The engine may see that much later, and a person may have switched since. */
function holdEndedAt({ flag, record, hold, facts, clock, now }: Seen): number {
  if (!hold) return now;
  const end = holdEndsAt(poleOf(flag, record, { hold, clock }), facts);
  return Math.min(Math.max(end, hold.createdAt), now);
}

/** Whether the hold that ends kept the flag at half-staff while nothing else was in effect. */
function isOwnHalfStaff({ hold, record, flag }: Seen, should: ShouldBe): boolean {
  if (!hold || hold.commandId !== null || !flag.site.optedIn) return false;
  return should.source.kind === 'none' && currentPosition(record) === 'half';
}

/** Whether the pole was seen elsewhere than at half-staff since half-staff was taken away, or a person decided. */
function isReleased({ flag, record, clock, isOnline }: Seen): boolean {
  const { releasedAt } = flag.site;
  if (releasedAt === null) return false;
  const request = newestPositionRequest(record);
  const isNewer = request && request.by !== ENGINE && clock.at(request.at) > releasedAt;
  // A person's Up that did not arrive is no wish to leave it at half.
  if (isNewer && requestedPosition(record) !== 'up') return true;
  if (!isOnline || openCommand(record)) return false;
  const position = currentPosition(record);
  return position !== null && position !== 'half';
}

/** Commands given for what should hold now. */
function triesOf({ record, memory }: Seen, should: ShouldBe, differs: boolean): number {
  if (!differs) return 0;
  const { command } = record;
  const isNew = command?.by === ENGINE && !isRemembered(memory.commandId, command);
  return (isNewShould(memory, should) ? 0 : memory.tries) + (isNew ? 1 : 0);
}

const NOTHING = { send: null, lookAt: NEVER };

/** What to command a pole that is not where it should be, or when to look again. */
function nextCommand({ record, wall, isOnline }: Seen, should: ShouldBe, tries: number) {
  // Nothing is sent to a pole that is away; when it is back its own word tells.
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
  // The command's own arrival is looked at too; this is for one that could not be written.
  return { send, lookAt: wall + moveMs };
}

/** A person's Up is under way: the flag goes to the top first, and to half-staff from there. */
function isRaisedByPerson(record: FlagRecord, { position }: ShouldBe): boolean {
  const command = openCommand(record);
  if (!command || command.by === ENGINE) return false;
  return position === 'half' && desiredPosition(record) === 'up';
}

/** Whether the latest command asks for what should be. */
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

const WORDS: Record<Position, string> = { up: 'up', half: 'at half-staff', down: 'down' };

function alarmText({ should, position }: Pick<Finding, 'should' | 'position'>): string {
  if (should.position === null || should.position === position)
    return `The lamp should be ${should.lamp ? 'on' : 'off'} and does not follow.`;
  const reports = position === null ? 'reports no position' : `still reports ${WORDS[position]}`;
  return `Should be ${WORDS[should.position]}; ${reports}.`;
}
