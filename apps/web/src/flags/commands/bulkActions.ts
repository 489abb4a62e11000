import type { MassMove } from '@halyard/domain';
import { onTick, serverNow } from '@/lib/realtime/clock.ts';
import { type FlagState, flagStore } from '@/lib/realtime/flagStore.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import {
  type BulkReport,
  type BulkSnapshot,
  type FailedPole,
  followedText,
  NOTHING,
  sameSnapshot,
} from './bulkReport.ts';
import { type BulkFlag, type BulkItem, judge } from './judge.ts';

/**
 * The outcome of one command. If the command was saved, `commandId` is set; if not, `problem` says
 * why, and `isRefused` says whether the server rejected it.
 */
export type Outcome =
  | { commandId: string; problem: null }
  | { commandId: null; problem: string; isRefused: boolean; canRetry: boolean };

/** A mass move as stored by the server. */
export interface StoredMove extends Pick<MassMove, 'id' | 'undoUntil'> {
  flagIds: ReadonlySet<string>;
}

interface Action {
  id: number;
  label: string;
  /** All flags of the mass move, by `Flag.id`. */
  flags: ReadonlyMap<string, BulkFlag>;
  /**
   * The number of poles that have confirmed their command. Later reports from these poles are
   * ignored.
   */
  followed: number;
  open: Map<string, BulkItem>;
  /**
   * The time when the mass move stopped waiting for poles, in epoch milliseconds; null while it
   * waits.
   */
  settledAt: number | null;
  isListed: boolean;
  /**
   * The server's records of this mass move, one for each API call that it took. Undo and Retry
   * refer to them.
   */
  moves: StoredMove[];
  /** The ID of the move that this action undoes; null if the action is not an Undo. */
  undoes: string | null;
}

interface Options {
  stateOf: (flagId: string) => FlagState | undefined;
  /**
   * Subscribes to the live state of a flag.
   * @returns a function that ends the subscription
   */
  watch: (flagId: string) => () => void;
  now: () => number;
  /** Calls `listener` once a second. @returns a function that stops the calls */
  onTick: (listener: () => void) => () => void;
}

/**
 * How long, in milliseconds, the result of an Undo stays on screen after every pole has confirmed.
 */
const UNDO_SHOWN_MS = 10_000;

/** Maximum number of completed moves shown for Undo. More would cover the page. */
const MOST_UNDOABLE = 3;

/**
 * The mass moves made on this page that can be undone, or that have waiting or failed poles. Kept
 * outside React.
 */
export class BulkActions {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  /** The IDs of all moves that this page has shown, including those that are closed or undone. */
  readonly #known = new Set<string>();
  /** The functions that stop watching poles that have not confirmed, by flag ID. */
  readonly #watched = new Map<string, () => void>();
  #actions: Action[] = [];
  #snapshot = NOTHING;
  #announcement = '';
  #lastId = 0;
  #stopTick: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Starts a mass move. Flags in the new move no longer count as pending or failed in earlier
   * moves.
   * @returns the mass move's ID
   */
  begin(
    label: string,
    items: readonly BulkItem[],
    { undoes = null, moves = [] }: Partial<Pick<Action, 'undoes' | 'moves'>> = {},
  ): number {
    const id = ++this.#lastId;
    const open = new Map(items.map((item) => [item.flag.id, item]));
    for (const action of this.#actions)
      for (const flagId of open.keys()) action.open.delete(flagId);
    for (const move of moves) this.#known.add(move.id);
    // Cleared first, so that a screen reader announces the same text again.
    this.#announcement = '';
    this.#actions.unshift({
      id,
      label,
      flags: new Map(items.map(({ flag }) => [flag.id, flag])),
      followed: 0,
      open,
      settledAt: null,
      isListed: false,
      moves,
      undoes,
    });
    this.#stopTick ??= this.#options.onTick(() => this.#look());
    this.#look();
    return id;
  }

  /**
   * Offers Undo for a mass move that was made before this page was loaded or in another browser.
   */
  restore(label: string, items: readonly BulkItem[], move: StoredMove): void {
    if (this.#known.has(move.id)) return;
    this.begin(label, items, { moves: [move] });
    // The move was already announced when it was made.
    this.#announcement = '';
    this.#publish({ ...this.#snapshot, announcement: '' });
  }

  /** Records that the server has stored a mass move. */
  stored(id: number, move: StoredMove): void {
    this.#known.add(move.id);
    this.#find(id)?.moves.push(move);
    this.#look();
  }

  /**
   * Returns the IDs of all moves that this page has shown, including those that are closed or
   * undone.
   */
  known(): ReadonlySet<string> {
    return new Set(this.#known);
  }

  /** Stops offering Undo for moves that were undone in another browser. */
  undoneElsewhere(moveIds: ReadonlySet<string>): void {
    for (const action of this.#actions)
      action.moves = action.moves.map((move) =>
        moveIds.has(move.id) ? { ...move, undoUntil: 0 } : move,
      );
    this.#look();
  }

  /** Whether this page is still sending a mass move. The move might not have an ID yet. */
  isSending(): boolean {
    return this.#actions.some(({ open }) =>
      [...open.values()].some(({ command }) => command.stage === 'sending'),
    );
  }

  /**
   * Whether this page is sending a command to the flag, or has already sent the command with the
   * given ID.
   */
  isOwn(flagId: string, commandId: string): boolean {
    return this.#actions.some(({ open }) => {
      const command = open.get(flagId)?.command;
      return (
        command?.stage === 'sending' || (command?.stage === 'sent' && command.id === commandId)
      );
    });
  }

  /** Returns the server's records of a mass move, one for each API call that it took. */
  movesOf(id: number): readonly StoredMove[] {
    return this.#find(id)?.moves ?? [];
  }

  /** Returns the ID of the move that an action undoes; null if it is not an Undo. */
  undoes(id: number): string | null {
    return this.#find(id)?.undoes ?? null;
  }

  /** Returns a mass move's label (what the poles were told to do) and its flags. */
  about(id: number): Pick<Action, 'label' | 'flags'> {
    return this.#find(id) ?? { label: '', flags: new Map() };
  }

  /** Returns the failed items of a mass move that can be retried now. */
  retryable(id: number): BulkItem[] {
    const action = this.#find(id);
    if (!action) return [];
    return [...action.open.values()].filter((item) => {
      const verdict = this.#judge(item);
      return verdict.kind === 'failed' && verdict.hindrance === null;
    });
  }

  /** Records that failed commands of a mass move are being sent again. */
  sending(id: number, items: readonly BulkItem[]): void {
    const action = this.#find(id);
    if (!action) return;
    for (const item of items)
      action.open.set(item.flag.id, { ...item, command: { stage: 'sending' } });
    action.settledAt = null;
    this.#announcement = '';
    this.#look();
  }

  /** Records the outcomes of the commands of a mass move. */
  setOutcomes(id: number, outcomes: ReadonlyMap<string, Outcome>): void {
    const action = this.#find(id);
    if (!action) return;
    for (const [flagId, outcome] of outcomes) {
      const item = action.open.get(flagId);
      if (item) action.open.set(flagId, { ...item, command: commandOf(outcome) });
    }
    this.#look();
  }

  /** Removes a mass move that the user has closed. */
  close(id: number): void {
    this.#actions = this.#actions.filter((action) => action.id !== id);
    this.#look();
  }

  reset(): void {
    this.#actions = [];
    this.#watchOpen();
    this.#known.clear();
    this.#announcement = '';
    this.#publish(NOTHING);
    this.#rest();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): BulkSnapshot => this.#snapshot;

  #find(id: number): Action | undefined {
    return this.#actions.find((one) => one.id === id);
  }

  #judge(item: BulkItem) {
    return judge(item, this.#options.stateOf(item.flag.id), this.#options.now());
  }

  #look(): void {
    const reports: BulkReport[] = [];
    let undoable = 0;
    for (const action of this.#actions) {
      const report = this.#report(action);
      if (report.waiting === 0 && action.settledAt === null) {
        action.settledAt = this.#options.now();
        this.#announcement = followedText(report);
      }
      if (report.hasList || this.#isFreshUndo(action)) reports.push(report);
      else if (report.canUndo && undoable++ < MOST_UNDOABLE) reports.push(report);
    }
    this.#actions = this.#actions.filter(
      (action) => action.open.size > 0 || this.#isUndoable(action) || this.#isFreshUndo(action),
    );
    this.#watchOpen();
    this.#publish({ reports, announcement: this.#announcement });
    if (this.#actions.length === 0) this.#rest();
  }

  /** Starts watching the poles that have not confirmed, and stops watching all others. */
  #watchOpen(): void {
    const open = new Set(this.#actions.flatMap((action) => [...action.open.keys()]));
    for (const [flagId, end] of this.#watched) {
      if (open.has(flagId)) continue;
      this.#watched.delete(flagId);
      end();
    }
    for (const flagId of open)
      if (!this.#watched.has(flagId)) this.#watched.set(flagId, this.#options.watch(flagId));
  }

  #report(action: Action): BulkReport {
    const failed: FailedPole[] = [];
    for (const [flagId, item] of action.open) {
      const verdict = this.#judge(item);
      if (verdict.kind === 'followed') {
        action.open.delete(flagId);
        action.followed++;
      } else if (verdict.kind === 'failed')
        failed.push({ flag: item.flag, cause: verdict.text, hindrance: verdict.hindrance });
    }
    // Once shown, the list stays while its poles are retried.
    action.isListed ||= failed.length > 0;
    const { id, label, followed, open } = action;
    const hasList = action.isListed && open.size > 0;
    const total = followed + open.size;
    const waiting = open.size - failed.length;
    return { id, label, total, followed, waiting, failed, hasList, canUndo: this.#canUndo(action) };
  }

  /**
   * Whether the action is an Undo whose result should stay on screen. True while the Undo is
   * running, and for a short time after it ends.
   */
  #isFreshUndo({ undoes, settledAt }: Action): boolean {
    if (undoes === null) return false;
    return settledAt === null || this.#options.now() - settledAt < UNDO_SHOWN_MS;
  }

  #isUndoable({ moves }: Action): boolean {
    return moves.some(({ undoUntil }) => undoUntil > this.#options.now());
  }

  /**
   * Whether Undo is offered now. It is not offered while a later move of some of the same flags can
   * be undone.
   */
  #canUndo(action: Action): boolean {
    if (!this.#isUndoable(action)) return false;
    const later = this.#actions.slice(0, this.#actions.indexOf(action));
    return !later.some(
      (other) =>
        this.#isUndoable(other) && [...action.flags.keys()].some((id) => other.flags.has(id)),
    );
  }

  #publish(next: BulkSnapshot): void {
    if (sameSnapshot(this.#snapshot, next)) return;
    this.#snapshot = next;
    for (const listener of [...this.#listeners]) listener();
  }

  #rest(): void {
    this.#stopTick?.();
    this.#stopTick = null;
  }
}

const commandOf = (outcome: Outcome): BulkItem['command'] =>
  outcome.commandId === null
    ? { stage: 'refused', problem: outcome.problem, canRetry: outcome.canRetry }
    : { stage: 'sent', id: outcome.commandId };

/** The mass moves made on this page. */
export const bulkActions = new BulkActions({
  stateOf: (id) => flagStore.state(id),
  // The state is judged once a second, so a change needs no further action.
  watch: (id) => flagStore.subscribe(id, () => undefined),
  now: serverNow,
  onTick,
});

// Clears the actions, so that the next user does not see them.
onSessionEnd(() => bulkActions.reset());
