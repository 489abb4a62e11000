import { ApiError, errorMessage } from '@/lib/api.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import type { WritePath } from '@/lib/realtime/realtimeSession.ts';
import {
  type Order,
  prepare,
  type SavedBy,
  send,
  settle,
  type Update,
  writeLive,
  writePathOf,
} from '../commands.ts';
import { type Intent, intent } from './intent.ts';

/** Flags in one realtime update: enough to be few, small enough to be judged fast. */
const CHUNK = 50;
/** Realtime updates on their way at once: the SDK goes through all of them at each event. */
const CHUNKS_IN_FLIGHT = 2;
/** Calls at once where commands go by PATCH. */
const PARALLEL = 6;

/** What became of one command: its id, or why it was not saved, by the server's word or without one. */
export type Outcome =
  | { commandId: string; problem: null }
  | { commandId: null; problem: string; isRefused: boolean };

export interface ManyResult {
  /** By `Flag.id`, one for each order. */
  outcomes: ReadonlyMap<string, Outcome>;
  /** How it went; by PATCH where any did. */
  path: SavedBy;
}

/** What one press asked for, while its commands are on their way. */
interface Run {
  asked: Intent;
  outcomes: Map<string, Outcome>;
}

/** Commands many flags with few updates; each is answered for on its own. */
export async function commandMany(orders: readonly Order[], by: string): Promise<ManyResult> {
  const ways: Record<WritePath, Order[]> = { live: [], patch: [], blocked: [] };
  for (const order of orders) ways[writePathOf(order.flag)].push(order);
  const run: Run = { asked: intent(), outcomes: new Map() };
  for (const { flag } of ways.blocked) run.outcomes.set(flag.id, unsent('not connected'));
  const live = [...chunksByOwner(ways.live.map((order) => prepare(order, by)))];
  const patch = ways.patch.map((order) => prepare(order, by));
  flagStore.flush(true);
  await Promise.all([
    inParallel(
      live.map((chunk) => () => sendChunk(chunk, run)),
      CHUNKS_IN_FLIGHT,
    ),
    inParallel(
      patch.map((update) => () => sendOne(update, 'patch', run)),
      PARALLEL,
    ),
  ]);
  run.asked.end();
  return { outcomes: run.outcomes, path: patch.length > 0 ? 'patch' : 'live' };
}

/** A refused update is refused whole: its flags are then sent one by one, each with its own answer. */
async function sendChunk(chunk: Update[], run: Run): Promise<void> {
  if (chunk.length > 1 && run.asked.stands()) {
    try {
      await writeLive(chunk);
      run.asked.progress();
      settle(chunk, true);
      for (const update of chunk) run.outcomes.set(update.flag.id, saved(update.update.command.id));
      return;
    } catch {
      // Which of them it was, they say themselves.
    }
  }
  await Promise.all(chunk.map((update) => sendOne(update, 'live', run)));
}

async function sendOne(update: Update, path: SavedBy, { asked, outcomes }: Run): Promise<void> {
  if (!asked.stands()) {
    settle([update], false);
    outcomes.set(update.flag.id, unsent('the connection was lost'));
    return;
  }
  try {
    outcomes.set(update.flag.id, saved(await send(update, path)));
  } catch (error) {
    outcomes.set(update.flag.id, refused(error));
  }
  asked.progress();
}

const saved = (commandId: string): Outcome => ({ commandId, problem: null });
const unsent = (why: string): Outcome => ({
  commandId: null,
  problem: `Not sent: ${why}`,
  isRefused: false,
});

/** An error of the API is an answer of the server, one of the SDK only where the rules denied it. */
function refused(error: unknown): Outcome {
  const text = error instanceof ApiError ? error.text : errorMessage(error);
  const isRefused = error instanceof ApiError || /permission_denied/i.test(text);
  return isRefused ? { commandId: null, problem: `Refused: ${text}`, isRefused } : unsent(text);
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

async function inParallel(tasks: readonly (() => Promise<void>)[], width: number): Promise<void> {
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, work));
}
