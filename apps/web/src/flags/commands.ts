import {
  desiredStates,
  type Flag,
  type FlagRecord,
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

/** What a command needs to know of its flag. */
export type CommandTarget = Pick<Flag, 'id' | 'flagId' | 'firebaseUserId' | 'companyId'>;
export type SavedBy = Exclude<WritePath, 'blocked'>;

/** Flags in one realtime update of a master control: enough to be few, small enough to be judged fast. */
const CHUNK = 50;
/** Calls at once where a master control goes by PATCH. */
const PARALLEL = 6;

interface Order {
  flag: CommandTarget;
  states: SwitchStates;
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
  await send([{ flag, states: next(record) }], by, path);
  return path;
}

export interface MasterResult {
  updated: number;
  failed: number;
  /** How it went; by PATCH where any did. */
  path: SavedBy;
}

/** One master control over these flags; offline ones are left out (spec §4). */
export async function commandAll(
  flags: readonly CommandTarget[],
  field: SwitchField,
  by: string,
): Promise<MasterResult> {
  const orders: Record<WritePath, Order[]> = { live: [], patch: [], blocked: [] };
  for (const flag of flags) {
    const state = flagStore.state(flag.id);
    const record = flagStore.record(flag.id);
    if (!state?.view.isOnline || !record) continue;
    const path = realtime.writePath(flag.firebaseUserId);
    orders[path].push({ flag, states: masterControlStates(record, state.view, field) });
  }
  const groups = [...chunksByOwner(orders.live)].map((chunk) => () => sendCounting(chunk, by));
  const singles = orders.patch.map((order) => () => attempt(send([order], by, 'patch')));
  const [live, patched] = await Promise.all([
    Promise.all(groups.map((run) => run())),
    inParallel(singles, PARALLEL),
  ]);
  const updated = sum(live) + patched.filter(Boolean).length;
  const total = orders.live.length + orders.patch.length + orders.blocked.length;
  return { updated, failed: total - updated, path: orders.patch.length > 0 ? 'patch' : 'live' };
}

/** A refused update is refused whole: its flags are then sent one by one, so that each counts. */
async function sendCounting(chunk: Order[], by: string): Promise<number> {
  if (await attempt(send(chunk, by, 'live'))) return chunk.length;
  if (chunk.length === 1) return 0;
  const single = await Promise.all(chunk.map((order) => attempt(send([order], by, 'live'))));
  return single.filter(Boolean).length;
}

/**
 * Shows the commands at once, saves them, and shows the database's word again: the same states
 * where they were saved, the old ones where they were refused.
 */
async function send(orders: readonly Order[], by: string, path: SavedBy): Promise<void> {
  const updates = orders.map(({ flag, states }) => {
    const update = newCommand(states, by, crypto.randomUUID(), serverNow());
    flagStore.begin(flag.id, update);
    return { flag, update };
  });
  flagStore.flush(true);
  const settle = (saved: boolean) => {
    for (const { flag, update } of updates) {
      const { id } = update.command;
      if (saved) flagStore.saved(flag.id, id);
      else flagStore.settle(flag.id, id);
    }
    flagStore.flush(true);
  };
  try {
    if (path === 'live') await writeLive(updates);
    else for (const { flag, update } of updates) await writeByPatch(flag, update);
  } catch (error) {
    settle(false);
    throw error;
  }
  // A PATCH was answered with the flag as it is now: that is the word to show.
  settle(path === 'live');
}

type Update = { flag: CommandTarget; update: ReturnType<typeof newCommand> };

/** One atomic update, at the flag's own node or, for several, at their owner's hardware. */
function writeLive(updates: readonly Update[]): Promise<void> {
  const first = updates[0]!;
  const hardware = `users/${first.flag.firebaseUserId}/hardware`;
  if (updates.length === 1) {
    return realtime.update(`${hardware}/${first.flag.flagId}`, { ...first.update });
  }
  const values: Record<string, unknown> = {};
  for (const { flag, update } of updates) {
    for (const [name, value] of Object.entries(update)) values[`${flag.flagId}/${name}`] = value;
  }
  return realtime.update(hardware, values);
}

async function writeByPatch(flag: CommandTarget, states: SwitchStates): Promise<void> {
  const switches = SWITCHES.map(({ id, label, field }) => ({ id, label, state: states[field] }));
  const answer = await call('updateFlag', { params: { id: flag.id }, body: { switches } });
  flagStore.accept([answer as Flag]);
}

function writable(flag: CommandTarget): SavedBy {
  const path = realtime.writePath(flag.firebaseUserId);
  if (path === 'blocked') throw new Error('Not connected');
  return path;
}

function* chunksByOwner(orders: readonly Order[]): Generator<Order[]> {
  const byOwner = new Map<string, Order[]>();
  for (const order of orders) {
    const owner = order.flag.firebaseUserId;
    const own = byOwner.get(owner);
    if (own) own.push(order);
    else byOwner.set(owner, [order]);
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
