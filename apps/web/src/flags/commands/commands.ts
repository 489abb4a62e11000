import {
  ABSENT_RECORD,
  asWritten,
  COMMAND_MAX_AGE_MS,
  type CommandUpdate,
  desiredStates,
  type Flag,
  type FlagRecord,
  NO_POSITION_REQUEST,
  newCommand,
  newestPositionRequest,
  reportedStates,
  SWITCH_FIELDS,
  SWITCHES,
  type SwitchField,
  type SwitchStates,
  withSwitch,
} from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import type { WritePath } from '@/lib/realtime/realtimeSession.ts';

/** What a command needs to know of its flag. */
export type CommandTarget = Pick<Flag, 'id' | 'flagId' | 'firebaseUserId' | 'companyId'>;
export type SavedBy = Exclude<WritePath, 'blocked'>;

/** The switches that a flag is to have. */
export interface Order {
  flag: CommandTarget;
  states: SwitchStates;
}

/** A command on its way. */
export interface Update {
  flag: CommandTarget;
  update: CommandUpdate;
  /** The switches that change by it; all of them where what is desired is asked for once more. */
  changed: readonly SwitchField[];
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
  const path = writePathOf(flag);
  if (path === 'blocked') throw new Error('Not connected');
  const update = prepare({ flag, states: next(record) }, by);
  flagStore.flush(true);
  await send(update, path);
  return path;
}

/** A command, shown at once before it is saved. It counts from `send` or `settle` on. */
export function prepare({ flag, states }: Order, by: string): Update {
  const record = flagStore.record(flag.id);
  const before = record && desiredStates(record);
  const changed = SWITCH_FIELDS.filter((field) => states[field] !== before?.[field]);
  const given = { by, id: crypto.randomUUID(), issuedAt: serverNow() };
  const update = newCommand(record ?? ABSENT_RECORD, states, given);
  flagStore.begin(flag.id, update);
  return { flag, update, changed: changed.length > 0 ? changed : SWITCH_FIELDS };
}

/**
 * Saves a command, and then shows the database's word: the same states where it was saved, the old
 * ones where it was refused.
 * @returns the command's id: the server makes one of its own for a PATCH
 */
export async function send(update: Update, path: SavedBy): Promise<string> {
  let { id } = update.update.command;
  try {
    if (path === 'live') await writeLive(update);
    else id = (await writeByPatch(update)) ?? id;
  } catch (error) {
    settle([update], false);
    throw error;
  }
  // A PATCH was answered with the flag as it is now: that is the word to show.
  settle([update], path === 'live');
  return id;
}

export function settle(updates: readonly Update[], saved: boolean): void {
  for (const { flag, update } of updates) {
    const { id } = update.command;
    if (saved) flagStore.saved(flag.id, id);
    else flagStore.settle(flag.id, id);
  }
  flagStore.flush();
}

/** The latest live write of each flag that the server has not answered, by `Flag.id`. */
const underWay = new Map<string, Promise<void>>();

/**
 * One atomic update at the flag's own node. Commands of one flag go one after the other: a command for
 * only the lamp names the request before it as it is stored.
 */
function writeLive({ flag, update }: Update): Promise<void> {
  const node = `users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
  // Issued now, however long it waits: one that has become too old is refused.
  const command = { ...update.command, issuedAt: serverNow() };
  const write = () =>
    realtime.update(node, asWritten(withStoredRequest(flag, { ...update, command })));
  const before = underWay.get(flag.id);
  const written = before ? before.then(write, write) : write();
  underWay.set(flag.id, written);
  const done = () => {
    if (underWay.get(flag.id) === written) underWay.delete(flag.id);
  };
  written.then(done, done);
  return written;
}

/**
 * A command for only the lamp with the request before it as the database has stored it meanwhile. Where no
 * listen has told when our own was received, it is made again.
 */
function withStoredRequest(flag: CommandTarget, update: CommandUpdate): CommandUpdate {
  const { positionRequest: named, ...command } = update.command;
  if (!named) return update;
  const told = flagStore.told(flag.id);
  if (told) {
    const positionRequest = newestPositionRequest(told) ?? NO_POSITION_REQUEST;
    return { ...update, command: { ...command, positionRequest } };
  }
  if (named.by !== command.by || command.issuedAt - named.at >= COMMAND_MAX_AGE_MS) return update;
  const { from, to } = named;
  return { ...update, command: { ...command, ...(from && { from }), ...(to && { to }) } };
}

/** What does not change stays out: a lamp's command must not end what the server does step by step. */
async function writeByPatch({ flag, update, changed }: Update): Promise<string | undefined> {
  const switches = SWITCHES.filter(({ field }) => changed.includes(field)).map(
    ({ id, label, field }) => ({ id, label, state: update[field] }),
  );
  const answer = await call('updateFlag', { params: { id: flag.id }, body: { switches } });
  flagStore.accept([answer as Flag]);
  return answer.live.command?.id;
}

/** How a command to this flag goes: a pole that the server steps is commanded by the server alone. */
export function writePathOf(flag: CommandTarget): WritePath {
  const path = realtime.writePath(flag.firebaseUserId);
  return path === 'live' && flagStore.record(flag.id)?.serverSteps ? 'patch' : path;
}
