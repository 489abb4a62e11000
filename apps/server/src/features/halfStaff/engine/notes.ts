import {
  authorityName,
  commandKey,
  desiredPosition,
  isWithin,
  type Order,
  orderKey,
  orderWindowsAt,
  type Position,
  type ShouldBe,
  sentAt,
} from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import { ENGINE } from './manual.ts';
import { isRemembered, NO_MEMORY } from './memory.ts';
import type { Seen } from './situation.ts';

/** What the ledger is told of one pole; which one it is goes without saying. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

const MINUTE_MS = 60_000;

/** What was found of a pole. */
export interface Finding {
  should: ShouldBe;
  position: Position | null;
  /** Whether it reports the wrong position; its lamp does not matter. */
  isMisplaced: boolean;
  tries: number;
}

/** What is worth entering in the ledger, found by comparing with what was entered before. */
export function notesOf(seen: Seen, { should, position, isMisplaced }: Finding): PoleNote[] {
  const { memory, now } = seen;
  const { key } = should.source;
  const had = memory.should?.key ?? 'none';
  // The movement that ends what held belongs to that.
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
    const heard = { isOnline: seen.isOnline, lastHeardAt: seen.lastHeardAt };
    const what = {
      position: should.position,
      lamp,
      keys: source.keys,
      reported: position,
      ...heard,
    };
    // An order is proved by entries of its own, though another one speaks for both.
    for (const other of source.keys) {
      const order = other === key ? undefined : orderOf(seen, other);
      if (order && !memory.should?.keys.includes(other))
        note('should-be', { ...what, ...wordsOf(order, seen), isBeside: true }, other);
    }
    const since = isNew ? plannedSince(seen, should) : now;
    note('should-be', { ...what, since, until, by: source.by, title: source.title }, key);
  };
  if ((isNew || isOthers) && key !== 'none') noteShould();
  noteCommand(seen, note);
  const isMoved = position !== memory.position && memory !== NO_MEMORY;
  if (about !== 'none') {
    if (seen.isOnline !== (memory.isOnline ?? true))
      note(seen.isOnline ? 'online' : 'offline', { lastHeardAt: seen.lastHeardAt, position });
    if (isMoved) note('reported', { position, since: seen.positionSince ?? now });
  }
  if (isNew && key === 'none') noteShould();
  return notes;
}

const isSame = (had: readonly string[], keys: readonly string[]): boolean =>
  had.length === keys.length && had.every((key) => keys.includes(key));

/** Whether an order was amended to end at another moment. */
const isNewEnd = (had: NonNullable<PoleMemory['should']>, { source, until }: ShouldBe): boolean =>
  source.kind === 'order' && had.until !== undefined && had.until !== until;

const orderOf = ({ facts }: Seen, key: string): Order | undefined =>
  facts.orders.find(({ id }) => orderKey(id) === key);

/** Who gave an order, why, and when it is in effect at the pole. */
function wordsOf(order: Order, seen: Seen) {
  const { now, onSince } = seen;
  const window = orderWindowsAt(seen.pole, seen.facts, order.id).find((each) =>
    isWithin(each, now),
  );
  const until = window === undefined || window.until === Infinity ? null : window.until;
  const since = window ? Math.max(window.from, onSince) : null;
  return { by: authorityName(order), title: order.reason, since, until };
}

type Note = (kind: PoleNote['kind'], body: PoleNote['body'], sourceKey?: string) => void;

/** Less than a minute is the movement itself. */
function noteDeviation({ apartSince, should }: PoleMemory, now: number, note: Note): void {
  if (apartSince === null || now - apartSince < MINUTE_MS) return;
  const minutes = Math.round((now - apartSince) / (MINUTE_MS / 10)) / 10;
  const body = { from: apartSince, until: now, minutes, position: should?.position ?? null };
  note('deviation', body, should?.key);
}

function noteCommand({ record, memory }: Seen, note: Note): void {
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

/** What the engine remembers of a pole after a look at it. */
export function memoryAfter(seen: Seen, found: Finding): PoleMemory {
  const { memory, record } = seen;
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
    apartSince: isMisplaced ? apartSince(seen, should) : null,
    isOnline: seen.isOnline,
    tries,
  };
}

/** Since when the pole has not been where it should be, including time while the server was down. */
function apartSince(seen: Seen, should: ShouldBe): number {
  const { memory, now, positionSince } = seen;
  if (!isNewPlan(memory, should)) return memory.apartSince ?? positionSince ?? now;
  return plannedSince(seen, should) ?? now;
}

/**
 * From when on the pole should be where it should be now; null: for longer than is known. Never from
 * before autopilot was on.
 */
function plannedSince({ memory, now, onSince, flag, positionSince }: Seen, should: ShouldBe) {
  const wasStopped = memory.should?.key.startsWith('hold:') || memory.should?.key === 'lock';
  if (wasStopped) return now;
  // Without a daily rule, the pole's own movement changes the plan: a flag that was down now flies.
  const isFlown = flag.site.dailyRule === 'none' && memory.should?.key === should.source.key;
  if (isFlown && memory.should?.position !== should.position) return positionSince ?? now;
  return should.since === null ? null : Math.max(should.since, onSince);
}

/** Whether the planned position or its reason differs from the last entry. */
function isNewPlan({ should: had }: PoleMemory, { source, position }: ShouldBe): boolean {
  if (had === null) return source.kind !== 'none';
  return had.key !== source.key || had.position !== position;
}

/** The same, or its lamp should be otherwise. */
export function isNewShould({ should: had }: PoleMemory, { source, position, lamp }: ShouldBe) {
  if (had === null) return source.kind !== 'none';
  return had.key !== source.key || had.position !== position || had.lamp !== lamp;
}
