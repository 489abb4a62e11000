import {
  desiredStates,
  type Flag,
  followsMasterControl,
  type MassMove,
  MOVE_MAX_FLAGS,
  type MoveControl,
  type MovedFlag,
  type MovePlan,
  type MovePlanCreate,
  masterControlStates,
  POSITION_SWITCHES,
  type SwitchStates,
  withSwitch,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ApiError, call, errorMessage } from '@/lib/api/api.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { bulkActions, type Outcome, type StoredMove } from './bulkActions.ts';
import { prepare, type SavedBy, settle, type Update, writePathOf } from './commands.ts';
import type { BulkFlag, BulkItem } from './judge.ts';
import { largeMoves } from './largeMoves.ts';
import { FIELD_OF, MOVE_LABELS } from './moveControls.ts';

export interface MassMoveResult {
  updated: number;
  failed: number;
  /** The number of commands that the server refused. */
  refused: number;
  /**
   * How the screen gets the poles' reports: `live` if all poles have realtime listeners; `patch` if
   * it must fetch the flags.
   */
  path: SavedBy;
}

/** Moves flags on the server. @returns the stored move; null if the server left out all flags */
type Send = (flagIds: string[]) => Promise<MassMove | null>;

/** The flags to move with one API call. */
interface Batch {
  wanted: readonly { flag: BulkFlag; states: SwitchStates }[];
  send: Send;
  /** The outcome to show for flags that the server left out of the move. */
  leftOut?: Outcome | undefined;
}

interface MoveOptions {
  /** The IDs of the flags that the user confirmed. Other flags are not moved. */
  only?: ReadonlySet<string>;
  /**
   * Replaces the default API call, for example with one that moves exactly the flags that the user
   * was shown. `whyLeftOut` is the reason to show for flags that the server left out.
   */
  through?: { send: Send; whyLeftOut?: string | undefined };
}

/**
 * Moves these flags, except those that are offline (spec §4) or locked. `bulkActions` then shows
 * the result and offers Undo.
 */
export function moveAll(
  flags: readonly Flag[],
  control: MoveControl,
  by: string,
  { only, through }: MoveOptions = {},
): Promise<MassMoveResult> {
  const field = FIELD_OF[control];
  const items: BulkItem[] = [];
  const wanted: { flag: Flag; states: SwitchStates }[] = [];
  for (const flag of flags) {
    const state = flagStore.state(flag.id);
    const record = flagStore.record(flag.id);
    // The pole of a flag that never reported cannot have moved.
    if (!state || !record || state.view.lastSeen === null) continue;
    const states =
      control === 'lamps-on' || control === 'lamps-off'
        ? withSwitch(desiredStates(record), 'lamp', control === 'lamps-on')
        : masterControlStates(record, state.view, field);
    const isAsked = followsMasterControl(state.view) && (only?.has(flag.id) ?? true);
    if (isAsked) wanted.push({ flag, states });
    const stage = isAsked ? 'sending' : 'not-asked';
    items.push({ flag, field, on: states[field], command: { stage } });
  }
  const id = bulkActions.begin(MOVE_LABELS[control], items);
  return run(id, by, batchesOf(wanted, control, through));
}

/** Asks the server which flags a move would affect, and updates the affected flags on screen. */
export async function askPlan(asked: MovePlanCreate): Promise<MovePlan> {
  const plan = await call('planMove', { body: asked });
  if (plan.flags) flagStore.accept(plan.flags);
  return plan;
}

/**
 * Moves only the flags in a move plan, which the server computed for {@link askPlan}. If the plan
 * lists its flags, the screen shows the move right away. Otherwise, it waits for the server's
 * response.
 */
export async function movePlanned(
  { id: plan, count, flags, leftOut }: MovePlan,
  control: MoveControl,
  by: string,
  { through }: Pick<MoveOptions, 'through'> = {},
): Promise<MassMoveResult> {
  const { send, whyLeftOut } = through ?? {
    send: () => call('createMove', { body: { control, plan } }),
  };
  if (flags === null) return moveUnlisted(send, count);
  const skipped = new Set(leftOut);
  const only = new Set(flags.flatMap((flag) => (skipped.has(flag.id) ? [] : flag.id)));
  return moveAll(flags, control, by, {
    only,
    through: { send, ...(whyLeftOut !== undefined && { whyLeftOut }) },
  });
}

/**
 * Moves the flags in a move plan that has too many flags to list. The screen then shows the
 * progress of the move.
 */
async function moveUnlisted(send: Send, count: number): Promise<MassMoveResult> {
  try {
    const move = await send([]);
    if (move?.progress) {
      largeMoves.show(move);
      return { updated: count, failed: 0, refused: 0, path: 'live' };
    }
    const updated = move?.flags.filter(({ problem }) => problem === null).length ?? 0;
    const failed = count - updated;
    return { updated, failed, refused: failed, path: 'live' };
  } catch (error) {
    const isRefused = error instanceof ApiError;
    return { updated: 0, failed: count, refused: isRefused ? count : 0, path: 'live' };
  }
}

/**
 * Retries the failed commands of a mass move: sends a new command to each pole for which a retry
 * may help.
 */
export async function retryFailed(id: number, by: string): Promise<MassMoveResult> {
  const undoes = bulkActions.undoes(id);
  const items = bulkActions.retryable(id).filter(({ flag }) => flagStore.record(flag.id));
  if (undoes !== null) return undoAgain(id, undoes, items);
  bulkActions.sending(id, items);
  const batches: Batch[] = [];
  let rest = items;
  for (const move of bulkActions.movesOf(id)) {
    const known = rest.filter(({ flag }) => move.flagIds.has(flag.id));
    rest = rest.filter(({ flag }) => !move.flagIds.has(flag.id));
    const send = (flagIds: string[]) =>
      call('retryMove', { params: { id: move.id }, body: { flagIds } });
    if (known.length > 0) batches.push({ wanted: known.map(wantedOf), send });
  }
  for (const control of Object.keys(FIELD_OF) as MoveControl[]) {
    if (control === 'toggle-lamps') continue;
    const same = rest.filter(
      ({ field, on }) => field === FIELD_OF[control] && on === (control !== 'lamps-off'),
    );
    batches.push(...batchesOf(same.map(wantedOf), control));
  }
  return run(id, by, batches);
}

const wantedOf = ({ flag, field, on }: BulkItem) => ({
  flag,
  states: withSwitch(desiredStates(flagStore.record(flag.id)!), field, on),
});

/** Splits the flags into batches, one for each API call. */
function batchesOf(
  wanted: Batch['wanted'],
  control: MoveControl,
  { send, whyLeftOut }: Partial<NonNullable<MoveOptions['through']>> = {},
): Batch[] {
  const batches: Batch[] = [];
  for (let start = 0; start < wanted.length; start += MOVE_MAX_FLAGS)
    batches.push({
      wanted: wanted.slice(start, start + MOVE_MAX_FLAGS),
      send: send ?? ((flagIds) => call('createMove', { body: { control, flagIds } })),
      leftOut: whyLeftOut === undefined ? undefined : refusedFor(whyLeftOut),
    });
  return batches;
}

async function run(id: number, by: string, batches: readonly Batch[]): Promise<MassMoveResult> {
  const outcomes = new Map<string, Outcome>();
  let path: SavedBy = 'live';
  for (const batch of batches) {
    const { wanted } = batch;
    const ready = wanted.filter(({ flag }) => writePathOf(flag) !== 'blocked');
    for (const { flag } of wanted) outcomes.set(flag.id, unsent(t`Not sent: not connected`));
    if (ready.length === 0) continue;
    if (ready.some(({ flag }) => writePathOf(flag) === 'patch')) path = 'patch';
    const updates = ready.map((order) => prepare(order, by));
    flagStore.flush(true);
    for (const [flagId, outcome] of await sent(id, updates, batch)) outcomes.set(flagId, outcome);
    settleBy(updates, outcomes);
  }
  bulkActions.setOutcomes(id, outcomes);
  return resultOf(outcomes, path);
}

async function sent(
  id: number,
  updates: readonly Update[],
  { send, leftOut = unsent(t`Not sent: no longer in your list`) }: Batch,
): Promise<Map<string, Outcome>> {
  try {
    const move = await send(updates.map(({ flag }) => flag.id));
    if (move) bulkActions.stored(id, storedMove(move));
    const answers = new Map(move?.flags.map((flag) => [flag.flagId, outcomeOf(flag)]));
    return new Map(updates.map(({ flag }) => [flag.id, answers.get(flag.id) ?? leftOut]));
  } catch (error) {
    const outcome = refused(error);
    return new Map(updates.map(({ flag }) => [flag.id, outcome]));
  }
}

/**
 * Ends the optimistic updates of a move: keeps the new switch states of saved commands, and
 * restores the old switch states of all other flags.
 */
function settleBy(updates: readonly Update[], outcomes: ReadonlyMap<string, Outcome>): void {
  const isSaved = ({ flag }: Update) => outcomes.get(flag.id)?.problem === null;
  settle(updates.filter(isSaved), true);
  settle(
    updates.filter((update) => !isSaved(update)),
    false,
  );
}

/**
 * Undoes a mass move on the server. Poles that have moved again stay where they are, and are listed
 * with the reason.
 * @returns false if the move was already undone, for example in another browser
 * @throws ApiError, NetworkError if nothing was undone
 */
export async function undoAction(id: number): Promise<boolean> {
  const { label, flags } = bulkActions.about(id);
  let isUndone = false;
  for (const move of bulkActions.movesOf(id)) {
    const undone = await call('undoMove', { params: { id: move.id } });
    bulkActions.close(id);
    if (undone.flags.length === 0) continue;
    isUndone = true;
    bulkActions.begin(t`Undo ${label}`, itemsOf(undone.flags, flags), { undoes: move.id });
  }
  return isUndone;
}

async function undoAgain(
  id: number,
  moveId: string,
  items: readonly BulkItem[],
): Promise<MassMoveResult> {
  bulkActions.sending(id, items);
  const outcomes = new Map<string, Outcome>();
  try {
    const { flags } = await call('undoMove', { params: { id: moveId } });
    for (const flag of flags) outcomes.set(flag.flagId, outcomeOf(flag));
  } catch (error) {
    for (const { flag } of items) outcomes.set(flag.id, refused(error));
  }
  bulkActions.setOutcomes(id, outcomes);
  return resultOf(outcomes, 'live');
}

/** Converts the server's response to items of a mass move, for the flags that this page knows. */
export const itemsOf = (
  answers: readonly MovedFlag[],
  flags: ReadonlyMap<string, BulkFlag>,
): BulkItem[] =>
  answers.flatMap(({ flagId, position, lamp, commandId, problem, canRetry }): BulkItem[] => {
    const flag = flags.get(flagId);
    if (!flag) return [];
    const command: BulkItem['command'] =
      problem === null
        ? { stage: 'sent', id: commandId ?? '' }
        : { stage: 'refused', problem, canRetry };
    return position === null
      ? [{ flag, field: 'lamp', on: lamp ?? false, command }]
      : [{ flag, field: POSITION_SWITCHES[position], on: true, command }];
  });

export const storedMove = ({ id, undoUntil, flags }: MassMove): StoredMove => ({
  id,
  undoUntil,
  flagIds: new Set(flags.map(({ flagId }) => flagId)),
});

function resultOf(outcomes: ReadonlyMap<string, Outcome>, path: SavedBy): MassMoveResult {
  const all = [...outcomes.values()];
  const failed = all.filter((one) => one.problem !== null);
  return {
    updated: all.length - failed.length,
    failed: failed.length,
    refused: failed.filter((one) => one.isRefused).length,
    path,
  };
}

function outcomeOf({ commandId, problem, canRetry }: MovedFlag): Outcome {
  if (problem === null) return { commandId: commandId ?? '', problem };
  return { commandId: null, problem: t`Rejected: ${problem}`, isRefused: true, canRetry };
}

const refusedFor = (problem: string): Outcome => ({
  commandId: null,
  problem,
  isRefused: true,
  canRetry: false,
});

const unsent = (problem: string): Outcome => ({
  commandId: null,
  problem,
  isRefused: false,
  canRetry: true,
});

/**
 * Returns the outcome of a failed call. An ApiError means that the server rejected the call; after
 * any other error, the outcome is unknown.
 */
function refused(error: unknown): Outcome {
  if (!(error instanceof ApiError)) {
    const why = errorMessage(error);
    return unsent(t`Not sent: ${why}`);
  }
  const { text } = error;
  return { commandId: null, problem: t`Rejected: ${text}`, isRefused: true, canRetry: true };
}
