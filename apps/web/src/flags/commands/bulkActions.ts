import type { MassMove } from '@halyard/domain';
import { numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { onTick, serverNow } from '@/lib/realtime/clock.ts';
import { type FlagState, flagStore } from '@/lib/realtime/flagStore.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { type BulkFlag, type BulkItem, type Hindrance, judge } from './judge.ts';

/**
 * The outcome of one command: its ID, or why it was not sent. `isRefused` says whether the server
 * refused it.
 */
export type Outcome =
  | { commandId: string; problem: null }
  | { commandId: null; problem: string; isRefused: boolean; canRetry: boolean };

/** A mass move as stored by the server. */
export interface StoredMove extends Pick<MassMove, 'id' | 'undoUntil'> {
  flagIds: ReadonlySet<string>;
}

export interface FailedPole {
  flag: BulkFlag;
  cause: string;
  /** Why a retry would not help now; null if it would. */
  hindrance: Hindrance | null;
}

/** The current result of one mass move. */
export interface BulkReport {
  id: number;
  /** The label of the pressed control: "All Half". */
  label: string;
  total: number;
  followed: number;
  waiting: number;
  failed: readonly FailedPole[];
  /** Whether the list of failed poles is shown. The list stays while its poles are retried. */
  hasList: boolean;
  /** Whether the server can still undo it. */
  canUndo: boolean;
}

export interface BulkSnapshot {
  /**
   * The mass moves to show, latest first: those with failed poles (even while these are retried),
   * the latest one that can be undone, and an Undo until shortly after it ends.
   */
  reports: readonly BulkReport[];
  /** The text for a live region: the result of the mass move that ended last. */
  announcement: string;
}

interface Action {
  id: number;
  label: string;
  /** All flags of the mass move, by `Flag.id`. */
  flags: ReadonlyMap<string, BulkFlag>;
  /** The number of poles that have confirmed. What they do afterwards is ignored. */
  followed: number;
  open: Map<string, BulkItem>;
  /** When the mass move stopped waiting for poles, in epoch milliseconds; null while it waits. */
  settledAt: number | null;
  isListed: boolean;
  /** The moves that the server has stored for this action, for Undo and Retry. */
  moves: StoredMove[];
  /** The ID of the move that this action undoes; null if it is not an Undo. */
  undoes: string | null;
}

interface Options {
  stateOf: (flagId: string) => FlagState | undefined;
  now: () => number;
  /** Calls `listener` once a second. @returns a function that stops the calls */
  onTick: (listener: () => void) => () => void;
}

/**
 * How long the result of an Undo stays on screen after every pole has confirmed, in milliseconds.
 */
const UNDO_SHOWN_MS = 10_000;

const NOTHING: BulkSnapshot = { reports: [], announcement: '' };

/**
 * The mass moves made on this page that still have waiting or failed poles, or can be undone. Kept
 * outside React.
 */
export class BulkActions {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #actions: Action[] = [];
  #snapshot = NOTHING;
  #announcement = '';
  #lastId = 0;
  #stopTick: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Starts a mass move, which takes over flags that an earlier one still lists. @returns the mass
   * move's ID
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
   * Offers Undo for a move made on an earlier page. Does nothing if this page already has a mass
   * move.
   */
  restore(label: string, items: readonly BulkItem[], move: StoredMove): void {
    if (this.#actions.length > 0) return;
    this.begin(label, items, { moves: [move] });
    // The move was already announced when it was made.
    this.#announcement = '';
    this.#publish({ ...this.#snapshot, announcement: '' });
  }

  /** Records that the server has stored the move. */
  stored(id: number, move: StoredMove): void {
    this.#find(id)?.moves.push(move);
    this.#look();
  }

  /** Returns the moves that the server has stored for a mass move. */
  movesOf(id: number): readonly StoredMove[] {
    return this.#find(id)?.moves ?? [];
  }

  /** Returns the ID of the move that an action undoes; null if it is not an Undo. */
  undoes(id: number): string | null {
    return this.#find(id)?.undoes ?? null;
  }

  /** Returns the label of the pressed control, and the mass move's flags by `Flag.id`. */
  about(id: number): Pick<Action, 'label' | 'flags'> {
    return this.#find(id) ?? { label: '', flags: new Map() };
  }

  /** Returns the failed items of a mass move that a new command can reach. */
  retryable(id: number): BulkItem[] {
    const action = this.#find(id);
    if (!action) return [];
    return [...action.open.values()].filter((item) => {
      const verdict = this.#judge(item);
      return verdict.kind === 'failed' && verdict.hindrance === null;
    });
  }

  /** Marks these items as being sent again. */
  sending(id: number, items: readonly BulkItem[]): void {
    const action = this.#find(id);
    if (!action) return;
    for (const item of items)
      action.open.set(item.flag.id, { ...item, command: { stage: 'sending' } });
    action.settledAt = null;
    this.#announcement = '';
    this.#look();
  }

  /** Records the outcomes of sent commands. */
  told(id: number, outcomes: ReadonlyMap<string, Outcome>): void {
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
    for (const action of this.#actions) {
      const report = this.#report(action);
      if (report.waiting === 0 && action.settledAt === null) {
        action.settledAt = this.#options.now();
        this.#announcement = followedText(report);
      }
      if (report.canUndo || report.hasList || this.#isFreshUndo(action)) reports.push(report);
    }
    this.#actions = this.#actions.filter(
      (action) => action.open.size > 0 || this.#canUndo(action) || this.#isFreshUndo(action),
    );
    this.#publish({ reports, announcement: this.#announcement });
    if (this.#actions.length === 0) this.#rest();
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
   * Whether the action is an Undo that is running or has just ended. It offers nothing more, but
   * the user wants to see that it worked.
   */
  #isFreshUndo({ undoes, settledAt }: Action): boolean {
    if (undoes === null) return false;
    return settledAt === null || this.#options.now() - settledAt < UNDO_SHOWN_MS;
  }

  /**
   * Whether the mass move can be undone. Only the latest one can, because later moves must be
   * undone before earlier ones.
   */
  #canUndo(action: Action): boolean {
    const latest = this.#actions.find(({ moves }) => moves.length > 0);
    return action === latest && action.moves.some((m) => m.undoUntil > this.#options.now());
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

/** Returns, for example, "All Half: 22 of 24 poles confirmed". */
export function followedText({ label, followed, total }: BulkReport): string {
  const some = numberText(followed);
  return t`${label}: ${some} of ${plural(total, { other: '# poles' })} confirmed`;
}

function sameSnapshot(a: BulkSnapshot, b: BulkSnapshot): boolean {
  return (
    a.announcement === b.announcement &&
    a.reports.length === b.reports.length &&
    a.reports.every((report, i) => sameReport(report, b.reports[i]!))
  );
}

function sameReport(a: BulkReport, b: BulkReport): boolean {
  return (
    a.id === b.id &&
    a.total === b.total &&
    a.followed === b.followed &&
    a.waiting === b.waiting &&
    a.canUndo === b.canUndo &&
    a.hasList === b.hasList &&
    a.failed.length === b.failed.length &&
    a.failed.every(({ flag, cause, hindrance }, i) => {
      const other = b.failed[i]!;
      return flag === other.flag && cause === other.cause && hindrance === other.hindrance;
    })
  );
}

const commandOf = (outcome: Outcome): BulkItem['command'] =>
  outcome.commandId === null
    ? { stage: 'refused', problem: outcome.problem, canRetry: outcome.canRetry }
    : { stage: 'sent', id: outcome.commandId };

/** The mass moves made on this page. */
export const bulkActions = new BulkActions({
  stateOf: (id) => flagStore.state(id),
  now: serverNow,
  onTick,
});

// One user's actions are not shown to the next user.
onSessionEnd(() => bulkActions.reset());
