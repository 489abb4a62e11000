import {
  type CommandUpdate,
  desiredStates,
  type Flag,
  type FlagRecord,
  followsMasterControl,
  masterControlStates,
  newCommand,
  reportedStates,
  SWITCHES,
  type SwitchField,
  type SwitchStates,
  withSwitch,
} from '@halyard/domain';
import { call } from '@/lib/api.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import type { WritePath } from '@/lib/realtime/realtimeSession.ts';
import { type Intent, intent } from './intent.ts';

/** What a command needs to know of its flag. */
export type CommandTarget = Pick<Flag, 'id' | 'flagId' | 'firebaseUserId' | 'companyId'>;
export type SavedBy = Exclude<WritePath, 'blocked'>;

/** Flags in one realtime update of a master control: enough to be few, small enough to be judged fast. */
const CHUNK = 50;
/** Realtime updates on their way at once: the SDK goes through all of them at each event. */
const CHUNKS_IN_FLIGHT = 2;
/** Calls at once where a master control goes by PATCH. */
const PARALLEL = 6;

interface Order {
  flag: CommandTarget;
  states: SwitchStates;
}

interface Update {
  flag: CommandTarget;
  update: CommandUpdate;
}

/** Turns one switch on or off; the other positions follow (spec §4). */
export function switchFlag(
  flag: CommandTarget,
  field: SwitchField,
  on: boolean,
  by: string,
): Promise<SavedBy> {
  return command(flag, by, (record) => withSwitch(desiredStates(record), field, on));
}

/** What was desired, once more: a new command with a new id. */
export function retryCommand(flag: CommandTarget, by: string): Promise<SavedBy> {
  return command(flag, by, desiredStates);
}

/** Takes an unconfirmed command back: what the pole reports becomes what is desired. */
export function cancelCommand(flag: CommandTarget, by: string): Promise<SavedBy> {
  return command(flag, by, reportedStates);
}

async function command(
  flag: CommandTarget,
  by: string,
  next: (record: FlagRecord) => SwitchStates,
): Promise<SavedBy> {
  const record = flagStore.record(flag.id);
  if (!record) throw new Error('Unknown flag');
  const path = writable(flag);
  const update = prepare({ flag, states: next(record) }, by);
  flagStore.flush(true);
  await send(update, path);
  return path;
}

export interface MasterResult {
  updated: number;
  failed: number;
  /** How it went; by PATCH where any did. */
  path: SavedBy;
}

/** One master control over these flags; offline ones are left out (spec §4), locked ones too. */
export async function commandAll(
  flags: readonly CommandTarget[],
  field: SwitchField,
  by: string,
): Promise<MasterResult> {
  const orders: Record<WritePath, Order[]> = { live: [], patch: [], blocked: [] };
  for (const flag of flags) {
    const state = flagStore.state(flag.id);
    const record = flagStore.record(flag.id);
    if (!state || !record || !followsMasterControl(state.view)) continue;
    const path = realtime.writePath(flag.firebaseUserId);
    orders[path].push({ flag, states: masterControlStates(record, state.view, field) });
  }
  const live = [...chunksByOwner(orders.live.map((order) => prepare(order, by)))];
  const patch = orders.patch.map((order) => prepare(order, by));
  flagStore.flush(true);
  const asked = intent();
  const [sent, patched] = await Promise.all([
    inParallel(
      live.map((chunk) => () => sendCounting(chunk, asked)),
      CHUNKS_IN_FLIGHT,
    ),
    inParallel(
      patch.map((update) => () => sendCounted(update, 'patch', asked)),
      PARALLEL,
    ),
  ]);
  asked.end();
  const updated = sum(sent) + sum(patched);
  const total = live.flat().length + patch.length + orders.blocked.length;
  return { updated, failed: total - updated, path: patch.length > 0 ? 'patch' : 'live' };
}

/** A refused update is refused whole: its flags are then sent one by one, so that each counts. */
async function sendCounting(chunk: Update[], asked: Intent): Promise<number> {
  if (chunk.length > 1 && asked.stands() && (await attempt(writeLive(chunk)))) {
    asked.progress();
    settle(chunk, true);
    return chunk.length;
  }
  return sum(await Promise.all(chunk.map((update) => sendCounted(update, 'live', asked))));
}

/** 1 where it was saved, else 0. */
async function sendCounted(update: Update, path: SavedBy, asked: Intent): Promise<number> {
  if (!asked.stands()) {
    settle([update], false);
    return 0;
  }
  const saved = await attempt(send(update, path));
  asked.progress();
  return Number(saved);
}

/** A command, shown at once before it is saved. */
function prepare({ flag, states }: Order, by: string): Update {
  const update = newCommand(states, by, crypto.randomUUID(), serverNow());
  flagStore.begin(flag.id, update);
  return { flag, update };
}

/**
 * Saves a command, and then shows the database's word: the same states where it was saved, the old
 * ones where it was refused.
 */
async function send(update: Update, path: SavedBy): Promise<void> {
  try {
    if (path === 'live') await writeLive([update]);
    else await writeByPatch(update);
  } catch (error) {
    settle([update], false);
    throw error;
  }
  // A PATCH was answered with the flag as it is now: that is the word to show.
  settle([update], path === 'live');
}

function settle(updates: readonly Update[], saved: boolean): void {
  for (const { flag, update } of updates) {
    const { id } = update.command;
    if (saved) flagStore.saved(flag.id, id);
    else flagStore.settle(flag.id, id);
  }
  flagStore.flush();
}

/** One atomic update, at the flag's own node or, for several, at their owner's hardware. */
function writeLive(updates: readonly Update[]): Promise<void> {
  const first = updates[0]!;
  const hardware = `users/${first.flag.firebaseUserId}/hardware`;
  const stamped = updates.map(({ flag, update }) => ({
    flag,
    values: { ...update, command: now(update) },
  }));
  if (stamped.length === 1) {
    return realtime.update(`${hardware}/${first.flag.flagId}`, stamped[0]!.values);
  }
  const all: Record<string, unknown> = {};
  for (const { flag, values } of stamped) {
    for (const [name, value] of Object.entries(values)) all[`${flag.flagId}/${name}`] = value;
  }
  return realtime.update(hardware, all);
}

/** Issued as it leaves: many others may have been sent before it, and an old one is refused. */
function now({ command }: CommandUpdate): CommandUpdate['command'] {
  return { ...command, issuedAt: serverNow() };
}

async function writeByPatch({ flag, update }: Update): Promise<void> {
  const switches = SWITCHES.map(({ id, label, field }) => ({ id, label, state: update[field] }));
  const answer = await call('updateFlag', { params: { id: flag.id }, body: { switches } });
  flagStore.accept([answer as Flag]);
}

function writable(flag: CommandTarget): SavedBy {
  const path = realtime.writePath(flag.firebaseUserId);
  if (path === 'blocked') throw new Error('Not connected');
  return path;
}

function* chunksByOwner(updates: readonly Update[]): Generator<Update[]> {
  const byOwner = new Map<string, Update[]>();
  for (const update of updates) {
    const owner = update.flag.firebaseUserId;
    const own = byOwner.get(owner);
    if (own) own.push(update);
    else byOwner.set(owner, [update]);
  }
  for (const own of byOwner.values()) {
    for (let start = 0; start < own.length; start += CHUNK) yield own.slice(start, start + CHUNK);
  }
}

async function inParallel<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) results.push(await task());
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, work));
  return results;
}

const attempt = (promise: Promise<void>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
