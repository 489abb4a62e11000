import {
  authorityName,
  commandKey,
  desiredPosition,
  isWithin,
  type Order,
  orderKey,
  orderWindowsAt,
  type ShouldBe,
  sentAt,
} from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { Decision, PoleNote } from './decision.ts';
import { ENGINE } from './manual.ts';
import { isRemembered, NO_MEMORY } from './memory.ts';
import type { Situation } from './situation.ts';

const MINUTE_MS = 60_000;

/** The part of a decision that goes into the ledger and into the engine's memory. */
export type Finding = Pick<Decision, 'should' | 'position' | 'isMisplaced' | 'tries'>;

/**
 * Returns the new ledger entries for a decision. Leaves out what the pole's latest entries already
 * say.
 */
export function notesOf(
  situation: Situation,
  { should, position, isMisplaced }: Finding,
): PoleNote[] {
  const { memory, now } = situation;
  const { key } = should.source;
  const had = memory.should?.key ?? 'none';
  // The order or half-staff day that has just ended is the reason for the move back.
  const about = key === 'none' ? had : key;
  const notes: PoleNote[] = [];
  const note: Note = (kind, body, sourceKey = about) =>
    void notes.push({ kind, at: now, sourceKey, body });
  const isNew = isNewShould(memory, should);
  if (memory.apartSince !== null && (isNewPlan(memory, should) || !isMisplaced))
    noteDeviation(memory, now, note);
  if (had === 'lock' && key !== 'lock') note('unlocked', {}, had);
  if (had !== 'lock' && key === 'lock')
    note('locked', { by: should.source.by, reason: should.source.title });
  const isOthers =
    memory.should !== null &&
    (!isSame(memory.should.keys, should.source.keys) || isNewEnd(memory.should, should));
  const noteShould = () => {
    const { lamp, until, source } = should;
    const heard = { isOnline: situation.isOnline, lastHeardAt: situation.lastHeardAt };
    const what = {
      position: should.position,
      lamp,
      keys: source.keys,
      reported: position,
      ...heard,
    };
    // Each order gets its own entries, even if another order takes precedence.
    for (const other of source.keys) {
      const order = other === key ? undefined : orderOf(situation, other);
      if (order && !memory.should?.keys.includes(other))
        note('should-be', { ...what, ...wordsOf(order, situation), isBeside: true }, other);
    }
    const since = isNew ? plannedSince(situation, should) : now;
    note('should-be', { ...what, since, until, by: source.by, title: source.title }, key);
  };
  if ((isNew || isOthers) && key !== 'none') noteShould();
  noteCommand(situation, note);
  const isMoved = position !== memory.position && memory !== NO_MEMORY;
  if (about !== 'none') {
    if (situation.isOnline !== (memory.isOnline ?? true))
      note(situation.isOnline ? 'online' : 'offline', {
        lastHeardAt: situation.lastHeardAt,
        position,
      });
    if (isMoved) note('reported', { position, since: situation.positionSince ?? now });
  }
  if (isNew && key === 'none') noteShould();
  return notes;
}

const isSame = (had: readonly string[], keys: readonly string[]): boolean =>
  had.length === keys.length && had.every((key) => keys.includes(key));

/** Whether an amendment has changed the end of the order in effect. */
const isNewEnd = (had: NonNullable<PoleMemory['should']>, { source, until }: ShouldBe): boolean =>
  source.kind === 'order' && had.until !== undefined && had.until !== until;

const orderOf = ({ facts }: Situation, key: string): Order | undefined =>
  facts.orders.find(({ id }) => orderKey(id) === key);

/** Returns an order's authority and reason, and the period when it is in effect at the pole. */
function wordsOf(order: Order, situation: Situation) {
  const { now, onSince } = situation;
  const window = orderWindowsAt(situation.pole, situation.facts, order.id).find((each) =>
    isWithin(each, now),
  );
  const until = window === undefined || window.until === Infinity ? null : window.until;
  const since = window ? Math.max(window.from, onSince) : null;
  return { by: authorityName(order), title: order.reason, since, until };
}

type Note = (kind: PoleNote['kind'], body: PoleNote['body'], sourceKey?: string) => void;

/**
 * Adds a ledger entry that says how long the pole was in the wrong position. Adds none for less
 * than a minute, because that is normal while a pole moves.
 */
function noteDeviation({ apartSince, should }: PoleMemory, now: number, note: Note): void {
  if (apartSince === null || now - apartSince < MINUTE_MS) return;
  const minutes = Math.round((now - apartSince) / (MINUTE_MS / 10)) / 10;
  const body = { from: apartSince, until: now, minutes, position: should?.position ?? null };
  note('deviation', body, should?.key);
}

function noteCommand({ record, memory }: Situation, note: Note): void {
  const { command } = record;
  if (!command || command.by !== ENGINE) return;
  const body = { commandId: command.id };
  if (!isRemembered(memory.commandId, command)) {
    const lamp = record.desired.lamp ?? null;
    note('commanded', { ...body, position: desiredPosition(record), lamp });
  }
  if (command.outcome !== 'confirmed' || isRemembered(memory.followedId, command)) return;
  const seconds = Math.max(0, (command.closedAt ?? sentAt(command)) - sentAt(command)) / 1000;
  note('acknowledged', { ...body, seconds });
}

/** Returns what the engine must remember about a pole after a decision. */
export function memoryAfter(situation: Situation, found: Finding): PoleMemory {
  const { memory, record } = situation;
  const { should, position, isMisplaced, tries } = found;
  const { command } = record;
  const isFollowed = command?.by === ENGINE && command.outcome === 'confirmed';
  const isNone = should.source.kind === 'none';
  return {
    should: isNone
      ? null
      : {
          key: should.source.key,
          keys: should.source.keys,
          position: should.position,
          lamp: should.lamp,
          until: should.until,
        },
    commandId: command ? commandKey(command) : memory.commandId,
    followedId: isFollowed ? commandKey(command) : memory.followedId,
    position,
    apartSince: isMisplaced ? apartSince(situation, should) : null,
    isOnline: situation.isOnline,
    tries,
  };
}

/**
 * Returns the time when the pole's position became wrong, which may have been while the server was
 * down.
 */
function apartSince(situation: Situation, should: ShouldBe): number {
  const { memory, now, positionSince } = situation;
  if (!isNewPlan(memory, should)) return memory.apartSince ?? positionSince ?? now;
  return plannedSince(situation, should) ?? now;
}

/**
 * Returns when the current plan for the pole took effect, or when autopilot was turned on if that
 * was later. Null if the time is unknown, because the plan is older than the stored data.
 */
function plannedSince({ memory, now, onSince, flag, positionSince }: Situation, should: ShouldBe) {
  const wasStopped = memory.should?.key.startsWith('hold:') || memory.should?.key === 'lock';
  if (wasStopped) return now;
  // Without a daily rule, a move of the pole itself changes the plan, because a flag that was down
  // is now flying.
  const isFlown = flag.site.dailyRule === 'none' && memory.should?.key === should.source.key;
  if (isFlown && memory.should?.position !== should.position) return positionSince ?? now;
  return should.since === null ? null : Math.max(should.since, onSince);
}

/** Whether the planned position or its reason differs from the latest ledger entry. */
function isNewPlan({ should: had }: PoleMemory, { source, position }: ShouldBe): boolean {
  if (had === null) return source.kind !== 'none';
  return had.key !== source.key || had.position !== position;
}

/**
 * Whether the planned position, its reason or the planned lamp state differs from the latest ledger
 * entry.
 */
export function isNewShould({ should: had }: PoleMemory, { source, position, lamp }: ShouldBe) {
  if (had === null) return source.kind !== 'none';
  return had.key !== source.key || had.position !== position || had.lamp !== lamp;
}
