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

/** The fields of a flag that a command needs. */
export type CommandTarget = Pick<Flag, 'id' | 'flagId' | 'firebaseUserId' | 'companyId'>;
export type SavedBy = Exclude<WritePath, 'blocked'>;

/** A flag and the switch states to request. */
export interface SwitchRequest {
  flag: CommandTarget;
  states: SwitchStates;
}

/** A command that is being sent. */
export interface Update {
  flag: CommandTarget;
  update: CommandUpdate;
  /**
   * The switches that the command changes. Contains all switches if the command only repeats the
   * desired states.
   */
  changed: readonly SwitchField[];
}

/**
 * Turns a switch on or off. If the switch is for a position, also adjusts the switches of the other
 * positions (spec §4).
 */
export function switchFlag(
  flag: CommandTarget,
  field: SwitchField,
  on: boolean,
  by: string,
): Promise<SavedBy> {
  return command(flag, by, (record) => withSwitch(desiredStates(record), field, on));
}

/** Sends the desired switch states again, as a new command with a new ID. */
export function retryCommand(flag: CommandTarget, by: string): Promise<SavedBy> {
  return command(flag, by, desiredStates);
}

/** Cancels an unconfirmed command by making the reported states the desired ones. */
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

/**
 * Prepares a command and shows its switch states immediately. Afterwards, call `send` or `settle`.
 */
export function prepare({ flag, states }: SwitchRequest, by: string): Update {
  const record = flagStore.record(flag.id);
  const before = record && desiredStates(record);
  const changed = SWITCH_FIELDS.filter((field) => states[field] !== before?.[field]);
  const given = { by, id: crypto.randomUUID(), issuedAt: serverNow() };
  const update = newCommand(record ?? ABSENT_RECORD, states, given);
  flagStore.begin(flag.id, update);
  return { flag, update, changed: changed.length > 0 ? changed : SWITCH_FIELDS };
}

/**
 * Saves a command, then shows the switch states from the database.
 * @returns the ID of the saved command, which is a new one if the server had to create its own
 */
export async function send(update: Update, path: SavedBy): Promise<string> {
  let { id } = update.update.command;
  try {
    if (path === 'live') id = (await writeLive(update)) ?? id;
    else id = (await writeByPatch(update)) ?? id;
  } catch (error) {
    settle([update], false);
    throw error;
  }
  // The response to a PATCH is the current flag, which we show.
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

/**
 * The latest write to each flag that the realtime database has not acknowledged yet, by `Flag.id`.
 */
const underWay = new Map<string, Promise<string | undefined>>();

/**
 * Writes a command to the realtime database in one atomic update. Writes to the same flag run one
 * after the other, because a lamp-only command refers to the stored position request.
 * @returns the command's ID if the server had to create its own
 */
function writeLive(sent: Update): Promise<string | undefined> {
  const { flag, update } = sent;
  const node = `users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
  // The time is set only now, after any wait, because the server rejects a command that is too old.
  const command = { ...update.command, issuedAt: serverNow() };
  const write = async () => {
    try {
      await realtime.update(node, asWritten(withStoredRequest(flag, { ...update, command })));
      return undefined;
    } catch (error) {
      // Somebody else's command came first, so the request that we repeat is no longer the newest.
      // A PATCH avoids this, because the server reads and writes in one step.
      if (command.positionRequest && isRefused(error)) return writeByPatch(sent);
      throw error;
    }
  };
  const before = underWay.get(flag.id);
  const written = before ? before.then(write, write) : write();
  underWay.set(flag.id, written);
  const done = () => {
    if (underWay.get(flag.id) === written) underWay.delete(flag.id);
  };
  written.then(done, done);
  return written;
}

const isRefused = (error: unknown) =>
  error instanceof Error && /^permission_denied/i.test(error.message);

/**
 * Makes a lamp-only command repeat the position request that is stored in the database. If no
 * listener has reported the stored request, the command repeats the position that this page
 * requested last.
 */
function withStoredRequest(flag: CommandTarget, update: CommandUpdate): CommandUpdate {
  const { positionRequest: named, ...command } = update.command;
  if (!named) return update;
  const live = flagStore.liveRecord(flag.id);
  if (live) {
    const positionRequest = newestPositionRequest(live) ?? NO_POSITION_REQUEST;
    return { ...update, command: { ...command, positionRequest } };
  }
  if (named.by !== command.by || command.issuedAt - named.at >= COMMAND_MAX_AGE_MS) return update;
  const { from, to } = named;
  return { ...update, command: { ...command, ...(from && { from }), ...(to && { to }) } };
}

/**
 * Sends only the changed switches, because a lamp command must not interrupt a move that the server
 * performs in steps.
 */
async function writeByPatch({ flag, update, changed }: Update): Promise<string | undefined> {
  const switches = SWITCHES.filter(({ field }) => changed.includes(field)).map(
    ({ id, label, field }) => ({ id, label, state: update[field] }),
  );
  const answer = await call('updateFlag', { params: { id: flag.id }, body: { switches } });
  flagStore.accept([answer as Flag]);
  return answer.live.command?.id;
}

/**
 * Returns how this page can send a command to the flag now: live, by PATCH, or not at all. If the
 * server moves the pole in steps, commands must go through the server.
 */
export function writePathOf(flag: CommandTarget): WritePath {
  const path = realtime.writePath(flag);
  return path === 'live' && flagStore.record(flag.id)?.serverSteps ? 'patch' : path;
}
