import {
  type Flag,
  type FlagRecord,
  openCommand,
  POSITION_SWITCHES,
  type SwitchField,
  sentAt,
} from '@halyard/domain';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { lastSeenText } from '../lastSeen.ts';
import { lockText } from '../lockout/lockWords.ts';

/** A flag as a bulk action names it. */
export type BulkFlag = Pick<
  Flag,
  'id' | 'flagId' | 'firebaseUserId' | 'companyId' | 'name' | 'company' | 'location'
>;

/** What a bulk action wants of one pole, and what became of its command. */
export interface BulkItem {
  flag: BulkFlag;
  /** The switch that is to be reported, and how. */
  field: SwitchField;
  on: boolean;
  /**
   * `sending`: on its way. `sent`: saved, under that id. `refused`: not saved, why, and whether another
   * try can help. `not-asked`:
   * the pole was away or locked at the time.
   */
  command:
    | { stage: 'sending' }
    | { stage: 'not-asked' }
    | { stage: 'sent'; id: string }
    | { stage: 'refused'; problem: string; canRetry: boolean };
}

export type Verdict =
  | { kind: 'followed' }
  | { kind: 'waiting' }
  /** `isRetryable`: a new command would reach the pole as it is now. */
  | { kind: 'failed'; text: string; isRetryable: boolean };

const WAITING: Verdict = { kind: 'waiting' };
const FOLLOWED: Verdict = { kind: 'followed' };
const failed = (text: string, isRetryable: boolean): Verdict => ({
  kind: 'failed',
  text,
  isRetryable,
});

/**
 * Whether the pole did what was asked, by its own word alone, and if not, why.
 * @param state undefined where the flag is in no list any more
 * @param now epoch milliseconds by the server's clock
 */
export function judge(item: BulkItem, state: FlagState | undefined, now: number): Verdict {
  const { command, field, on } = item;
  if (command.stage === 'sending') return WAITING;
  if (!state) return failed('No longer in your list', false);
  const { record, view } = state;
  const isAway = !view.isOnline;
  const away = () => failed(`Offline, ${lastSeenText(view.lastSeen, now)}`, false);
  // What it said before it went away is no answer.
  if (isAway && command.stage === 'not-asked') return away();
  if (command.stage === 'refused' && !command.canRetry) return failed(command.problem, false);
  if (record.reported[field] === on) return FOLLOWED;
  if (view.lock) return failed(lockText(view.lock), false);
  if (isAway) return away();
  if (command.stage === 'refused') return failed(command.problem, true);
  if (command.stage === 'not-asked') return failed('Could not be asked then; now it can', true);
  return judgeSent(item, record, command.id, now);
}

function judgeSent(item: BulkItem, record: FlagRecord, id: string, now: number): Verdict {
  const { field, on } = item;
  if (!isWanted(record, field, on)) {
    const isOthers = record.command !== null && record.command.id !== id;
    // Somebody has decided otherwise: that is not for a retry to undo.
    if (isOthers) return failed(`Commanded otherwise since; ${said(record, item)}`, false);
    return failed(capitalised(said(record, item)), true);
  }
  if (record.reported[field] === undefined) return failed('Sent; gives no feedback', false);
  const open = openCommand(record);
  if (!open) return failed(capitalised(said(record, item)), true);
  if (now - sentAt(open) < record.moveTimeout * 1000) return WAITING;
  return failed(`Not confirmed after ${record.moveTimeout} s; ${said(record, item)}`, true);
}

/** A pole that the server steps is on its way where its command's goal is what was asked for. */
function isWanted(record: FlagRecord, field: SwitchField, on: boolean): boolean {
  const goal = openCommand(record)?.goal;
  if (goal !== undefined && field !== 'lamp') return POSITION_SWITCHES[goal] === field;
  return (record.desired[field] ?? false) === on;
}

const POSITIONS = { flagUp: 'Up', flagDown: 'Down', flagHalf: 'Half' } as const;

/** What the pole says of itself, of the kind that was asked for: "reports Down". */
function said({ reported }: FlagRecord, { field }: BulkItem): string {
  if (field === 'lamp') return `reports the lamp ${reported.lamp ? 'on' : 'off'}`;
  const on = (['flagUp', 'flagDown', 'flagHalf'] as const).find((name) => reported[name]);
  return on ? `reports ${POSITIONS[on]}` : 'reports no position';
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
