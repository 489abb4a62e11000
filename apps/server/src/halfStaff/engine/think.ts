import {
  commandPhase,
  type FlagRecord,
  type Hold,
  holdIsOver,
  isOnline,
  POSITION_SWITCHES,
  type Position,
  remember,
  reportedStates,
  type ShouldBe,
  type SwitchStates,
  shouldBe,
} from '@halyard/domain';
import { desiredPosition, poleOf, positionOf } from '../poles.ts';
import { ENGINE, holdAgainst, type ManualHold } from './manual.ts';
import type { PoleMemory } from './memory.ts';
import { isNewShould, memoryAfter, notesOf, type PoleNote } from './notes.ts';
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
  /** The pole's hold has expired. */
  endsHold: boolean;
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
  const { record, clock } = situation;
  const seen: Seen = { ...situation, wall, now: clock.at(wall) };
  const newHold = holdAgainst(seen, shouldNow(seen, situation.hold).should);
  const hold = newHold ? asHold(newHold, seen.now) : situation.hold;
  const { should, pole, endsHold } = shouldNow(seen, hold);
  const position = positionOf(record);
  // One that is where it should be and on its way elsewhere is not there for long.
  const differs =
    (should.position !== null &&
      (position !== should.position || pole.position !== should.position)) ||
    (should.lamp !== null && reportedStates(record).lamp !== should.lamp);
  const tries = triesOf(seen, should, differs);
  const found = { should, before: pole.before, position, differs, tries };
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
    send,
    alarm,
    lookAt: { domain: should.nextChange ?? NEVER, wall: lookAt },
  };
}

const asHold = ({ id, reason, by, expires }: ManualHold, createdAt: number): Hold => ({
  id,
  reason,
  by,
  createdAt,
  expires,
});

/** What should hold at a pole with what is remembered of it, an expired hold left out. */
export function shouldNow(
  { flag, record, memory, facts, onSince, now }: Omit<Seen, 'wall' | 'clock' | 'hold' | 'alarm'>,
  hold: Hold | null,
) {
  let pole = poleOf(flag, record, { hold, before: memory.before });
  pole = { ...pole, before: remember(pole, facts, now) };
  const endsHold = holdIsOver(pole, facts, now);
  if (endsHold) pole = { ...pole, hold: null };
  let should = shouldBe(pole, facts, now);
  // It was over before the engine was switched on: people have had the pole since.
  if (should.source.kind === 'after-order' && (memory.beforeOnSince ?? onSince) !== onSince) {
    pole = { ...pole, before: null };
    should = shouldBe(pole, facts, now);
  }
  return { should, pole, endsHold };
}

/** Commands given for what should hold now. */
function triesOf({ record, memory }: Seen, should: ShouldBe, differs: boolean): number {
  if (!differs) return 0;
  const { command } = record;
  const isNew = command?.by === ENGINE && command.id !== memory.commandId;
  return (isNewShould(memory, should) ? 0 : memory.tries) + (isNew ? 1 : 0);
}

const NOTHING = { send: null, lookAt: NEVER };

/** What to command a pole that is not where it should be, or when to look again. */
function nextCommand({ record, wall }: Seen, should: ShouldBe, tries: number) {
  // Nothing is sent to a pole that is away; when it is back its own word tells.
  if (!isOnline(record, wall)) return NOTHING;
  const { command } = record;
  const moveMs = record.moveTimeout * 1000;
  if (command && isAsked(record, should)) {
    const wait = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length) - 1] ?? 0;
    const isUnderWay = commandPhase(record, wall) === 'pending';
    const againAt = command.issuedAt + (isUnderWay ? moveMs : Math.max(wait, moveMs));
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

function alarmText({ should, position }: { should: ShouldBe; position: Position | null }): string {
  if (should.position === null || should.position === position)
    return `Its lamp does not follow: it should be ${should.lamp ? 'on' : 'off'}.`;
  const is = position === null ? 'does not say where it is' : `says that it is ${WORDS[position]}`;
  return `It should be ${WORDS[should.position]}, does not follow and ${is}.`;
}
